/** An operator at the console: signs in as the page does, and sends requests with the cookie. */
import { errors } from '@parley/contracts'
import { authenticatorFor } from '../account/authenticator.ts'
import { operatorReading } from '../account/operator.ts'
import type { Answer, Json } from '../protocol/answer.ts'
import type { Product } from '../product.ts'

const NAME = 'fuzz.operator'
const PASSWORD = 'gravel lantern harbour fuzz'
const CODE_MS = 30_000
/** The second factor counts for five minutes. */
const PROVED_AGAIN_MS = 240_000

export type ConsoleCaller = {
  /** A body that is a text is sent as it is. */
  send(method: string, path: string, body?: object | string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Sends it in a session that has given its second factor again. Throws if the answer is a refusal. */
  must(method: string, path: string, body?: object): Promise<Json>
  readonly cookie: () => string
}

export async function openConsoleCaller(product: Product): Promise<ConsoleCaller> {
  const printed = await operatorReading(product, PASSWORD, 'add-operator', '--name', NAME, '--password', '-')
  const app = authenticatorFor(/otpauth:\S+/.exec(printed)![0])
  let cookie = ''
  let usedSteps = 0
  let provedAt = 0
  const send: ConsoleCaller['send'] = async (method, path, body, headers = { cookie }) => {
    const answer = await fetch(`${product.baseUrl}/operator/api/${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: jsonOf(text) }
  }
  /** A code counts once. One of the next step is accepted too, so at most two are needed at a time. */
  const code = async (): Promise<string> => {
    const step = () => Math.floor(Date.now() / CODE_MS)
    while (usedSteps > step()) await new Promise((resolve) => setTimeout(resolve, CODE_MS - (Date.now() % CODE_MS)))
    const next = Math.max(usedSteps + 1, step())
    usedSteps = next
    return app.code(next - step())
  }
  const prove = async (): Promise<void> => {
    const signedIn = await send('POST', 'sign-in', { name: NAME, password: PASSWORD, code: await code() }, {})
    cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const proved = await send('POST', 'step-up', { code: await code() })
    if (proved.status !== 200) throw new Error(`the operator could not sign in: ${signedIn.text} ${proved.text}`)
    provedAt = Date.now()
  }
  await prove()
  return {
    send,
    cookie: () => cookie,
    async must(method, path, body) {
      if (Date.now() > provedAt + PROVED_AGAIN_MS) await prove()
      const answer = await send(method, path, body)
      judgeConsole(answer, `${method} ${path}`)
      if (answer.status >= 300) throw new Error(`a right request was not done: ${method} ${path} -> ${answer.status} ${answer.text}`)
      return answer.json
    },
  }
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return { notJson: true } as unknown as Json
  }
}

/** Refusals reveal nothing about the server's internals. */
const INSIDE = /node:|\.ts:|postgres|PostgresError|select .* from|at Object/
const catalogue = new Set(Object.keys(errors))
/** The errors that only the console has. */
const own = new Set(['SignInRequired', 'SignInRefused', 'CodeRefused', 'OtherOrigin', 'ReasonRequired', 'Refused'])

export function judgeConsole({ status, text, json }: Answer, sent: string): void {
  const { error, message, notJson } = json as unknown as Readonly<Record<string, unknown>>
  const isWhole = status < 400 || (typeof error === 'string' && typeof message === 'string' && (own.has(error) || catalogue.has(error)))
  const wrong =
    notJson !== undefined
      ? 'an answer that is no JSON'
      : status >= 500
        ? 'a fault of the server'
        : !isWhole
          ? 'an error body that is not whole'
          : status >= 400 && INSIDE.test(text)
            ? 'a refusal that tells of the inside'
            : undefined
  if (wrong !== undefined) throw new Error(`${wrong}: ${sent} -> ${status} ${text.slice(0, 400)}`)
}
