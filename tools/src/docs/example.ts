/** Generates a value that fits a schema and looks realistic, based on the name of the member. */
import type { Components } from './component-schemas.ts'
import type { Schema } from './shape.ts'

const DEPTH = 6
const NOON = 1_800_000_000_000

/** Examples by member name; the first one of the right type is used. */
const likely: readonly (readonly [RegExp, unknown])[] = [
  [/^(price|net_price|limit_price|trigger_price|mark_price|best_\w+_price|bid_price|ask_price|min_price|max_price)$/, '0.0425'],
  [/index_price|underlying_price|strike/, '98000'],
  [/ratio/, '1'],
  [/notional|approval_above/, '5000000'],
  [/quantity|amount|original|filled|remaining|most|used/, '25'],
  [/(^|_)iv$|_iv$/, '52.40'],
  [/delta|gamma|vega|theta/, '0.4213'],
  [/tick_size/, '0.0001'],
  [/^rfq_id$/, 'r_2ZqF0xJ1c7dKp3uYtBvN8hWmGae'],
  [/^order_ids?$/, 'o_2ZqF1bT5m9sLq4vXcDwP7kRnHze'],
  [/instrument_id/, 4711],
  [/instrument(_name)?$/, 'BTC-25DEC26-100000-C'],
  [/description/, 'Call  25 Dec 26  100000'],
  [/strategy_code/, 'CL'],
  [/product_codes?$|^product$/, 'DO'],
  [/base_currency|clearing_currency|quote_currency|currency/, 'BTC'],
  [/^venue/, 'DBT'],
  [/verifying_contract|referrer|_wallet$|swap_address/, '0xEb8CAB2F4663247db8eAfb556F498c861bB4e161'],
  [/transaction_id/, `0x${'4e'.repeat(32)}`],
  [/^signature$/, `${'4e'.repeat(64)}1b`],
  [/account/, 'prop-1'],
  [/counterpart|desk|ticker|group/, 'KEST'],
  [/email/, 'ada@orrery.example'],
  [/(_at|_time|^at|^created|_until|last_updated|latest_activity|^until|^not_after)$/, NOON],
  [/(_ms|^timeout)$/, 10_000],
  [/page_size/, 100],
  [/^(id|quote_id|market)$/, 579],
  [/^label$/, 'roll of the week'],
  [/client_order_id/, 'mine-1'],
]

export function exampleOf(schema: Schema, components: Components, name = '', depth = 0): unknown {
  if (schema.$ref !== undefined) return exampleOf(components.get(schema.$ref.split('/').at(-1)!) ?? {}, components, name, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, components, name, depth)
  const type = Array.isArray(schema.type) ? (schema.type as readonly string[]).find((each) => each !== 'null') : schema.type
  switch (type) {
    case 'object':
      return depth > DEPTH ? {} : objectExample(schema, components, depth)
    case 'array':
      return depth > DEPTH || schema.items === undefined ? [] : itemsOf(schema.minItems, exampleOf(schema.items, components, name, depth + 1))
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return within(schema, likelyValue(name, 'number') as number | undefined)
    case 'string':
      return textExample(schema, name)
    case 'null':
      return null
    case undefined:
    default:
      return {}
  }
}

function objectExample({ properties = {} }: Schema, components: Components, depth: number): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([, { description = '' }]) => !/^(An old name|In place of|For a single leg in place)/.test(description),
  )
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, components, name, depth + 1)]))
}

/** One item, or as many as the list needs at least. */
const itemsOf = (least: number | undefined, item: unknown): readonly unknown[] => Array.from({ length: Math.max(1, least ?? 1) }, () => item)

const likelyValue = (name: string, type: 'string' | 'number'): unknown =>
  likely.find(([fits, value]) => fits.test(name) && typeof value === type)?.[1]

const within = ({ minimum = -Infinity, maximum = Infinity }: Schema, value = 1): number => Math.min(maximum, Math.max(minimum, value))

function textExample({ pattern, maxLength = Infinity }: Schema, name: string): string {
  const text = (likelyValue(name, 'string') as string | undefined) ?? 'text'
  if (pattern === undefined || new RegExp(pattern).test(text)) return text.slice(0, maxLength)
  return '1'
}
