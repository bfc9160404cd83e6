/** Actions that only a signed-in user can take: creating a key, and looking with a viewer's permissions. */
import { randomUUID } from 'node:crypto'
import { operatorReading } from '../account/operator.ts'
import type { Product } from '../product.ts'
import type { Answer } from './answer.ts'
import { createBot, sendRaw, type Bot } from './bot.ts'
import type { Floor, Ticker } from './floor.ts'
import { askUntilAllowed } from './until-allowed.ts'

export type Session = { readonly baseUrl: string; readonly token: string }

const SIGN_IN_TRIES = 40

export const callAs = ({ baseUrl, token }: Session, method: string, path: string, body?: unknown): Promise<Answer> => {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  return sendRaw(baseUrl, method, path, text, { authorization: `Token ${token}`, 'content-type': 'application/json' })
}

/** The desk's administrator by default. */
export async function signIn({ baseUrl, demo }: Product, desk: Ticker, other?: { email: string; password: string }): Promise<Session> {
  const { email, password } = other ?? demo.users.find((user) => user.desk === desk && user.role === 'administrator')!
  const answer = await askUntilAllowed(() => callAs({ baseUrl, token: '' }, 'POST', '/account/login/', { email, password }))
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.text}`)
  return { baseUrl, token: String(answer.json['token']) }
}

/** Another key of Linden. */
export async function secondKeyOf({ product }: Floor): Promise<Bot> {
  const { status, json, text } = await callAs(await signIn(product, 'LIND'), 'POST', '/account/desk/api-keys/', { name: randomUUID() })
  if (status !== 201) throw new Error(`no key: ${text}`)
  return createBot(product.baseUrl, { accessKey: String(json['access_key']), secretKey: String(json['secret_key']) })
}

/** A viewer of the desk, created by the operator while the product runs. */
export async function viewerOf(product: Product, desk: Ticker): Promise<Session> {
  const person = { email: `viewer@${desk.toLowerCase()}.example`, password: 'only-looks-at-things' }
  const { email, password } = person
  const name = ['--first', 'Vera', '--last', 'Viewer']
  await operatorReading(product, password, 'create-user', '--email', email, '--password', '-', ...name, '--desk', desk, '--role', 'viewer')
  // The running product learns of a new user a moment after the operator's command has ended.
  for (let tries = 1; ; tries += 1) {
    try {
      return await signIn(product, desk, person)
    } catch (error) {
      if (tries === SIGN_IN_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}
