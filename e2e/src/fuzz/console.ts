/** Hostile requests to the operator console: its own session, its pages and its commands, by an operator and by strangers. */
import { consoleApi } from '@parley/contracts'
import { pick, type Random } from '../random.ts'
import { VALUES, WHOLE } from '../protocol/malformed.ts'
import { judgeConsole, type ConsoleCaller } from './console-caller.ts'
import type { HiddenBid } from './auctions.ts'

type Target = { readonly method: 'GET' | 'POST'; readonly path: string; readonly members: readonly string[] }

const pages = Object.keys(consoleApi.consolePages)
const commands = Object.keys(consoleApi.consoleCommands)
/** Every option that any command has, so that an option of another command is tried too. */
const OPTIONS = ['desk', 'email', 'name', 'text', 'until', 'from', 'kind', 'at', 'cancel', 'withdraw', 'most', 'rate', 'country', 'address']

const targets: readonly Target[] = [
  ...pages.map((page): Target => ({ method: 'GET', path: page, members: [] })),
  ...commands.map((name): Target => ({ method: 'POST', path: `commands/${name}`, members: ['options', 'why'] })),
  { method: 'POST', path: 'step-up', members: ['code', 'passkey'] },
  { method: 'POST', path: 'sign-in', members: ['name', 'password', 'code', 'passkey'] },
  { method: 'POST', path: 'passkeys/ask', members: ['passkey'] },
  { method: 'POST', path: 'passkeys/options', members: ['label'] },
  { method: 'POST', path: 'passkeys/add', members: ['label', 'credential'] },
  { method: 'POST', path: 'passkeys/remove', members: ['id'] },
  { method: 'POST', path: 'commands/create-key', members: ['options'] },
  { method: 'POST', path: 'commands/__proto__', members: ['options'] },
]

type HostileRound = { readonly operator: ConsoleCaller; readonly random: Random; readonly hidden: HiddenBid; readonly seed: number }

/** Returns how many requests were sent. None of them names an existing desk or user, so none is carried out. */
export async function fuzzConsole({ operator, random, hidden, seed }: HostileRound): Promise<number> {
  let sent = 0
  const send = async (target: Target, body: string | undefined, headers: Readonly<Record<string, string>>, expected?: number) => {
    const { method, path } = target
    const what = `seed ${seed}, ${method} /operator/api/${path} ${(body ?? '').slice(0, 600)}`
    const answer = await operator.send(method, path, body, headers)
    judgeConsole(answer, what)
    hidden.check(answer.text, what)
    if (expected !== undefined && answer.status !== expected) throw new Error(`${what} -> ${answer.status} ${answer.text}, not ${expected}`)
    sent += 1
  }
  for (const target of targets) {
    const body = target.method === 'GET' ? undefined : hostileBody(target, random)
    await send(target, body, { cookie: operator.cookie() })
    // Strangers may ask for a challenge and try to sign in.
    if (target.path === 'sign-in' || target.path === 'passkeys/ask') continue
    // Strangers do not get in, with whatever cookie.
    const cookie = pick(random, ['', 'parley-operator=', `parley-operator=${'A'.repeat(43)}`, `x=${operator.cookie().slice(16)}`])
    await send(target, body === undefined ? undefined : '{}', { cookie }, 401)
    const origin = { 'sec-fetch-site': pick(random, ['cross-site', 'same-site', 'none']), origin: 'https://elsewhere.example' }
    await send(target, body === undefined ? undefined : '{}', { cookie: operator.cookie(), ...origin }, 403)
  }
  return sent
}

function hostileBody({ members }: Target, random: Random): string {
  if (random() < 0.2) return pick(random, WHOLE)
  const value = () => pick(random, VALUES)
  const options = () => {
    const named = OPTIONS.filter(() => random() < 0.3).map(
      (name) => `${JSON.stringify(name)}:${random() < 0.5 ? value() : '"nothing of this name"'}`,
    )
    return `{${named.join(',')}}`
  }
  const each = members.map((name) => `${JSON.stringify(name)}:${name === 'options' && random() < 0.8 ? options() : value()}`)
  return `{${each.filter(() => random() < 0.9).join(',')}}`
}
