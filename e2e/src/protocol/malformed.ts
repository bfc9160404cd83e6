/** Seeded malformed requests for a call of contracts: its own members with values it may not expect. The same seed, the same requests. */
import type { Call } from '@parley/contracts'

export type Random = () => number
export type Malformed = { readonly path: string; readonly body: string | undefined }

/** mulberry32: small, seeded, good enough to choose with. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** As JSON texts, because some of them no value of ours could be written to. */
const VALUES: readonly string[] = [
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
const LEG_VALUES: readonly string[] = [
  '[{"instrument_id":1,"ratio":"1","side":"BUY"}]',
  '[{"instrument_id":1,"ratio":"0","side":"BUY"}]',
  '[{"instrument_id":1,"ratio":"-1","side":"SELL","price":"-1"}]',
  '[{"instrument_id":"1","ratio":1e-9,"side":"BUY"},{"instrument_id":"1","ratio":1,"side":"SELL"}]',
  '[{"instrument_id":9007199254740991,"ratio":"999999999999999","side":"BUY"}]',
  '[{"instrument_id":1,"price":"999999999999999.999999999999"}]',
  '[{"instrument_id":1.5,"price":true}]',
]
const WHOLE: readonly string[] = [
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
const TEXTS: readonly string[] = [
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

export function malformed(call: Call, random: Random): Malformed {
  const path = call.path.replaceAll(/\{\w+\}/g, () =>
    pick(
      random,
      TEXTS.filter((text) => text !== '' && text !== 'a?b'),
    ),
  )
  const pairs = Array.from({ length: Math.floor(random() * 4) }, () => `${pick(random, KEYS)}=${pick(random, TEXTS)}`)
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  return { path: `${path}${query}`, body: call.method === 'GET' && random() < 0.8 ? undefined : bodyFor(call, random) }
}

function bodyFor(call: Call, random: Random): string {
  const members = Object.keys((call.body as { shape?: object } | undefined)?.shape ?? {})
  if (members.length === 0 || random() < 0.25) return pick(random, WHOLE)
  const chosen = members.filter(() => random() < 0.8)
  const written = chosen.map((member) => `${JSON.stringify(member)}:${valueFor(member, random)}`)
  if (random() < 0.1) written.push('"__proto__":{"x":1}')
  return `{${written.join()}}`
}

/** Half of the members are as they should be, so that what is wrong is found deep inside too. */
function valueFor(member: string, random: Random): string {
  if (random() < 0.4) return GOOD[member] ?? pick(random, VALUES)
  return pick(random, member === 'legs' ? [...LEG_VALUES, ...VALUES] : VALUES)
}

const GOOD: Readonly<Record<string, string>> = {
  venue: '"DBT"',
  quantity: '"25"',
  legs: '[{"instrument_id":9,"ratio":"1","side":"BUY"}]',
  side: '"BUY"',
  rfq_id: '"r_000000000000000000000000000"',
  counterparties: '["LIND"]',
  state: '"DRAFT"',
  type: '"LIMIT"',
  account_name: '"prop-1"',
}
