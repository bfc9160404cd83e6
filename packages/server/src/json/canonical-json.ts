/** One text for one value, on every machine and whatever the order in which its fields were set. It is the input of our hashes. */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new Error(`${value} cannot be stored in the journal`)
      return value === 0 ? '0' : String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? ofArray(value) : ofObject(value as Record<string, unknown>)
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      throw new Error(`a ${typeof value} cannot be stored in the journal`)
  }
}

function ofArray(values: readonly unknown[]): string {
  let text = '['
  for (let i = 0; i < values.length; i++) text += (i === 0 ? '' : ',') + canonicalJson(values[i])
  return text + ']'
}

/** An undefined field counts as absent, as in JSON. */
function ofObject(value: Record<string, unknown>): string {
  const { keys, labels } = shapeOf(value)
  let text = ''
  for (let i = 0; i < keys.length; i++) {
    const field = value[keys[i]!]
    if (field !== undefined) text += (text === '' ? '' : ',') + labels[i] + canonicalJson(field)
  }
  return `{${text}}`
}

/** The same text in pieces, none larger than a value this many levels deep, for callers that write a long text in small steps. */
export function* canonicalPieces(value: unknown, levels: number): Generator<string, void, undefined> {
  if (levels === 0 || typeof value !== 'object' || value === null) yield canonicalJson(value)
  else if (Array.isArray(value)) yield* piecesOfArray(value, levels)
  else yield* piecesOfObject(value as Record<string, unknown>, levels)
}

function* piecesOfArray(values: readonly unknown[], levels: number): Generator<string, void, undefined> {
  yield '['
  for (let i = 0; i < values.length; i++) {
    if (i > 0) yield ','
    yield* canonicalPieces(values[i], levels - 1)
  }
  yield ']'
}

function* piecesOfObject(value: Record<string, unknown>, levels: number): Generator<string, void, undefined> {
  const { keys, labels } = shapeOf(value)
  let before = '{'
  for (let i = 0; i < keys.length; i++) {
    const field = value[keys[i]!]
    if (field === undefined) continue
    yield before + labels[i]
    yield* canonicalPieces(field, levels - 1)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Objects have few shapes, so the field order of each shape is computed once. */
type Shape = { readonly keys: readonly string[]; readonly labels: readonly string[] }
const shapes = new Map<string, Shape>()
const SHAPES_KEPT = 1_000

function shapeOf(value: Record<string, unknown>): Shape {
  if (value instanceof Map || value instanceof Set || value instanceof Date)
    throw new Error('a Map, Set or Date cannot be stored in the journal')
  const keys = Object.keys(value)
  const name = keys.join('\0')
  const known = shapes.get(name)
  if (known !== undefined) return known
  const sorted = keys.toSorted()
  const shape = { keys: sorted, labels: sorted.map((key) => `${JSON.stringify(key)}:`) }
  if (shapes.size >= SHAPES_KEPT) shapes.clear()
  shapes.set(name, shape)
  return shape
}

/** PostgreSQL's jsonb can store every text except these two: the character NUL, and half of a surrogate pair. */
export const isStorable = (json: string): boolean => !json.includes('\\u') || !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(json)
