/** Seeded malformed requests for a call of contracts: its own members with unexpected values. The same seed gives the same requests. */
import type { Call } from '@parley/contracts'
import { pick, type Random } from '../random.ts'

export type Malformed = { readonly path: string; readonly body: string | undefined }

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** As JSON strings, because some of them cannot be written from our values. */
export const VALUES: readonly string[] = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-1',
    '-0',
    '1',
    '1.5',
    '1e308',
    '1e999',
    '-1e-300',
    '9007199254740993',
    '123456789012345678901234567890',
  ],
  ...[
    '""',
    '" "',
    '"0"',
    '"-25"',
    '"25.0"',
    '"1e5"',
    '"NaN"',
    '"Infinity"',
    '"0x10"',
    '"1,000"',
    '"٢٥"',
    '"25\\n"',
    '"DBT"',
    '"OPEN"',
    '"BUY"',
  ],
  ...[
    '"\\u0000"',
    '"\\ud800"',
    '"\\u202e"',
    '"😀😀😀"',
    '"ﬀ"',
    '"\'; drop table desk; --"',
    '"../../etc/passwd"',
    '"<script>"',
    '"${7*7}"',
    '"r_1"',
  ],
  ...[
    '[]',
    '[[]]',
    '[null]',
    '[1,2,3]',
    '["LIND"]',
    '[{}]',
    '{}',
    '{"length":3}',
    '{"toString":1}',
    '{"constructor":{"prototype":1}}',
    '{"$gt":""}',
  ],
  ...[`"${'x'.repeat(5000)}"`, `"${'9'.repeat(400)}"`, deep(11), deep(200), `[${'{},'.repeat(300)}{}]`],
]
export const WHOLE: readonly string[] = [
  '',
  ' ',
  'null',
  '1',
  '"text"',
  '[]',
  '{',
  '{"a":',
  'NaN',
  '{"a":NaN}',
  '{"__proto__":{"role":"administrator"}}',
  `{"a":${deep(3000)}}`,
  '\u0000',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  "{'a':1}",
  '<xml/>',
  `{"a":"${'x'.repeat(70_000)}"}`,
]
export const TEXTS: readonly string[] = [
  '',
  '0',
  '-1',
  '1e9',
  'NaN',
  'true',
  '%00',
  '%ff%fe',
  '%',
  '..%2f..%2f',
  '%F0%9F%98%80',
  'a'.repeat(300),
  "'%20or%201=1--",
  '__proto__',
  'constructor',
  '[]',
  'a?b',
  'a%26b',
  'null',
  'r_000000000000000000000000000',
]
const PATH_TEXTS = TEXTS.filter((text) => text !== '' && !text.includes('?'))
const KEYS: readonly string[] = [
  'cursor',
  'page_size',
  'state',
  'venue',
  'role',
  'rfq_id',
  'side',
  'strategies',
  'product_codes',
  'kind',
  'base_currency',
  'venues',
  '__proto__',
  'constructor',
  'state[]',
  'state[0]',
  'include_greeks',
  'unknown',
]

/** Existing objects, so that faults behind the first check are found too. */
export type World = { readonly rfq: string; readonly order: string; readonly instrument: number; readonly price: string }

export function malformed(call: Call, random: Random, world: World): Malformed {
  const ids = call.path.includes('/orders/') ? [world.order] : [world.rfq, String(world.instrument)]
  const path = call.path.replaceAll(/\{\w+\}/g, () => pick(random, random() < 0.3 ? ids : PATH_TEXTS))
  const pairs = Array.from({ length: Math.floor(random() * 4) }, () => `${pick(random, KEYS)}=${pick(random, TEXTS)}`)
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  return { path: `${path}${query}`, body: call.method === 'GET' && random() < 0.8 ? undefined : bodyFor(call, random, world) }
}

function bodyFor(call: Call, random: Random, world: World): string {
  const members = Object.keys((call.body as { shape?: object } | undefined)?.shape ?? {})
  if (members.length === 0 || random() < 0.2) return pick(random, WHOLE)
  const good = goodIn(world)
  // Half of the bodies are wrong in only one member.
  const wrong = random() < 0.5 ? pick(random, members) : undefined
  const written = members
    .filter((member) => (wrong === undefined ? random() < 0.8 : member === wrong || member in good))
    .map((member) => {
      const isGood = wrong === undefined ? random() < 0.4 : member !== wrong
      return `${JSON.stringify(member)}:${(isGood ? good[member] : undefined) ?? wrongFor(member, random, world)}`
    })
  if (random() < 0.05) written.push('"__proto__":{"x":1}')
  return `{${written.join()}}`
}

function wrongFor(member: string, random: Random, { instrument }: World): string {
  if (member !== 'legs' || random() < 0.2) return pick(random, VALUES)
  const leg = (): string => {
    const part = (name: string, good: string) => `"${name}":${random() < 0.7 ? good : pick(random, VALUES)}`
    const price = random() < 0.5 ? '' : `,${part('price', '"0.05"')}`
    return `{${part('instrument_id', String(instrument + Math.floor(random() * 3)))},${part('ratio', '"1"')},${part('side', '"BUY"')}${price}}`
  }
  return `[${Array.from({ length: 1 + Math.floor(random() * 3) }, leg).join()}]`
}

const goodIn = ({ rfq, instrument, price }: World): Readonly<Record<string, string>> => ({
  venue: '"DBT"',
  quantity: '"25"',
  legs: `[{"instrument_id":${instrument},"ratio":"1","side":"BUY","price":"${price}"}]`,
  side: '"SELL"',
  rfq_id: `"${rfq}"`,
  type: '"LIMIT"',
  account_name: '"prop-1"',
  time_in_force: '"GOOD_TILL_CANCELED"',
})
