/** One text for one value, whatever the order its fields were set in and on every machine: what hashes are made of. */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new Error(`${value} has no place in the journal`)
      return value === 0 ? '0' : String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? ofArray(value) : ofObject(value as Record<string, unknown>)
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      throw new Error(`a ${typeof value} has no place in the journal`)
  }
}

function ofArray(values: readonly unknown[]): string {
  let text = '['
  for (let i = 0; i < values.length; i++) text += (i === 0 ? '' : ',') + canonicalJson(values[i])
  return text + ']'
}

/** A field that is undefined is a field that is not there, as in JSON. */
function ofObject(value: Record<string, unknown>): string {
  if (value instanceof Map || value instanceof Set || value instanceof Date)
    throw new Error('a Map, Set or Date has no place in the journal')
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const field = value[key]
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(field)}`
  }
  return `{${text}}`
}

/** PostgreSQL's jsonb keeps every text but these two: the character NUL, and half of a surrogate pair. */
export const isStorable = (json: string): boolean => !json.includes('\\u') || !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(json)
