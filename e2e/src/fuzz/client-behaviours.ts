/** The ways a bot may send a request: correctly, twice, under a key, or without permission. */
import { randomUUID } from 'node:crypto'
import type { Call } from '@parley/contracts'
import type { Answer } from '../protocol/answer.ts'
import { sendRaw, signedHeaders, type Bot } from '../protocol/bot.ts'
import { pick, type Random } from '../random.ts'
import type { Sent } from './inputs.ts'
import { judge } from './judge.ts'

export type Sender = { readonly baseUrl: string; readonly bot: Bot; readonly random: Random }

/** Returns the first response, as the call's own sender received it. Throws if a second one is not as required. */
export async function sendAsSomeClient(
  sender: Sender,
  call: Call,
  sent: Sent,
  what: string,
  count: (behaviour: string) => void,
): Promise<Answer> {
  const { bot, random } = sender
  const secondsAgo = 10_000 + Math.floor(random() * 10_000)
  const drawn = random()
  if (drawn < 0.08 && call.who !== 'anyone') {
    count('unauthorised')
    await unauthorised(sender, sent, what)
  }
  if (sent.method !== 'GET' && drawn >= 0.08 && drawn < 0.16) {
    count('replayed')
    return replayed(bot, sent, what, Date.now() - secondsAgo)
  }
  if (sent.method !== 'GET' && drawn >= 0.16 && drawn < 0.26) {
    count('keyed')
    return keyed(bot, call, sent, what)
  }
  return bot.send(sent.method, sent.path, sent.body)
}

/** Requests to unknown calls, or unreadable requests: they have no effect, now or later. */
const isNoCall = ({ json }: Answer): boolean => ['MethodNotFound', 'InvalidRequest'].includes(String(json['error']))

/**
 * The same signed request is refused the second time, whatever the outcome of the first (decision 0670). Its timestamp is in the past, so that it
 * differs from all others of the bot.
 */
async function replayed(bot: Bot, { method, path, body }: Sent, what: string, at: number): Promise<Answer> {
  const first = await bot.send(method, path, body, { at })
  const second = await bot.send(method, path, body, { at })
  judge(second, `${what}, again as it was`)
  checkUsedUp(first, second, what)
  const isFresh = first.status === 401 && first.text.includes('before the server started')
  return isFresh ? bot.send(method, path, body) : first
}

function checkUsedUp(first: Answer, second: Answer, what: string): void {
  const isUsedUp = second.status === 401 || (isNoCall(first) && second.status === first.status && isNoCall(second))
  if (isUsedUp) return
  throw new Error(`a signed write was taken twice: ${what} -> ${first.status} ${first.text}, ${second.status} ${second.text}`)
}

/** Under one key, the same request always has the same response, and another request is refused. */
async function keyed(bot: Bot, call: Call, { method, path, body }: Sent, what: string): Promise<Answer> {
  const headers = { 'idempotency-key': randomUUID() }
  const first = await bot.send(method, path, body, { headers })
  judge(first, `${what}, with a key`)
  const second = await bot.send(method, path, body, { headers })
  judge(second, `${what}, with its key again`)
  if (first.status >= 300 || second.status === 429) return first
  const isSame = second.status === first.status && (isLive(call) || second.text === first.text || isReceiptOf(call, first, second))
  if (!isSame)
    throw new Error(`the same key gave another answer: ${what} -> ${first.status} ${first.text} and then ${second.status} ${second.text}`)
  // A batch of which nothing was carried out has left no trace, like a refused call.
  if (isBatch(call) && !first.text.includes('"error":null')) return first
  const other = await bot.send(method, `${path}${path.includes('?') ? '&' : '?'}other=1`, body, { headers })
  judge(other, `${what}, another request under its key`)
  // If an unknown parameter could widen the effect, the call is refused before the key is checked.
  const isNotEvenRead = other.status === 400 && other.text.includes('no such parameter')
  if (other.status !== 409 && other.status !== 429 && !isNotEvenRead)
    throw new Error(`another request was taken under a key that was used: ${what} -> ${other.status} ${other.text}`)
  return first
}

/** The stored part of the response, for calls that do not store all of it. */
function isReceiptOf({ whenRepeated }: Call, first: Answer, second: Answer): boolean {
  if (whenRepeated === undefined || whenRepeated === 'DONE_AGAIN') return false
  const kept = whenRepeated.safeParse(second.json).data
  if (JSON.stringify(kept) !== JSON.stringify(second.json)) return false
  const whole = first.json as Readonly<Record<string, unknown>>
  return Object.entries(second.json).every(([member, value]) => JSON.stringify(whole[member]) === JSON.stringify(value))
}

const isBatch = ({ path }: Call): boolean => path.endsWith('/batch/')
/** Answered with the current state. */
const isLive = ({ path }: Call): boolean => path === '/v2/drfq/rfqs/{id}/decline/' || path === '/v2/drfq/rfqs/{id}/'

async function unauthorised({ baseUrl, bot, random }: Sender, { method, path, body = '' }: Sent, what: string): Promise<void> {
  const { accessKey, secretKey } = bot.keys
  const signed = signedHeaders(bot.keys, method, path, body)
  const stranger = signedHeaders({ accessKey: 'nobody', secretKey }, method, path, body)
  const late = signedHeaders({ accessKey, secretKey }, method, path, body, Date.now() - 60_000)
  const misnamed = { ...signed, 'Paradigm-Account': 'NBDY' }
  const headers: Readonly<Record<string, string>> = pick(random, [
    {},
    { authorization: 'Token nobody' },
    { authorization: `Token ${accessKey}` },
    stranger,
    late,
    { ...signed, 'Paradigm-API-Signature': 'AAAA' },
    { ...signed, 'Paradigm-API-Timestamp': 'NaN' },
    misnamed,
  ])
  const send = (as: Readonly<Record<string, string>>) => sendRaw(baseUrl, method, path, body, { 'content-type': 'application/json', ...as })
  const answer = await send(headers)
  judge(answer, `${what}, by nobody`)
  if (!isRefusedToNobody(answer))
    throw new Error(`somebody was let in who may not: ${what} ${JSON.stringify(headers)} -> ${answer.status} ${answer.text}`)
  // The name of a desk is not part of what is signed.
  if (headers === misnamed && method !== 'GET') checkUsedUp(answer, await send(signed), `${what}, without the wrong name`)
}

/** Refused because of its sender, or before the sender is checked: too large, or an invalid path. */
const isRefusedToNobody = ({ status, json }: Answer): boolean =>
  status === 401 || status === 403 || status === 404 || (json as Readonly<Record<string, unknown>>)['error'] === 'InvalidRequest'
