/** Writes a schema in a readable form: one member on each line, with its meaning. */

/** The part of JSON Schema that we use. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly description?: string
  readonly default?: unknown
  readonly additionalProperties?: Schema | boolean
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

const DECIMAL_PATTERNS: readonly unknown[] = ['^-?\\d{1,15}(\\.\\d{1,12})?$', '^\\d{1,78}(\\.\\d{1,78})?$']
const INDENT = '  '

export const shapeOf = (schema: Schema): string => lines(schema, '').join('\n')

function lines(schema: Schema, indent: string): readonly string[] {
  const inner = schema.properties
  if (inner === undefined) return [indent + typeOf(schema)]
  const members = Object.entries(inner).flatMap(([name, member]) =>
    memberLines(name, member, schema.required?.includes(name) ?? false, indent),
  )
  return [`${indent}{`, ...members, `${indent}}`]
}

function memberLines(name: string, schema: Schema, isRequired: boolean, indent: string): readonly string[] {
  const inside = indent + INDENT
  const label = `${inside}${name}${isRequired ? '' : '?'}: `
  const { core, suffix } = unwrapped(schema)
  const remark = remarkOf(schema)
  if (core.properties === undefined) return [`${label}${typeOf(schema)}${remark}`]
  const body = lines(core, inside)
  return [`${label}{${remark}`, ...body.slice(1, -1), `${inside}}${suffix}`]
}

/** Looks through lists and "or null" to the object inside. */
function unwrapped(schema: Schema): { readonly core: Schema; readonly suffix: string } {
  const objects = schema.anyOf?.filter((each) => each.type !== 'null')
  if (objects?.length === 1 && schema.anyOf!.length === 2) {
    const inner = unwrapped(objects[0]!)
    return { core: inner.core, suffix: `${inner.suffix} or null` }
  }
  if (schema.type === 'array' && schema.items !== undefined) {
    const inner = unwrapped(schema.items)
    return { core: inner.core, suffix: `${inner.suffix}[]${countOf(schema)}` }
  }
  return { core: schema, suffix: '' }
}

const countOf = ({ minItems, maxItems }: Schema): string =>
  maxItems === undefined ? '' : ` (${minItems === undefined || minItems === 0 ? 'up to ' : `${minItems} to `}${maxItems})`

const remarkOf = ({ description, default: byDefault }: Schema): string => {
  const words = [description === undefined || description.startsWith('A decimal number') ? '' : description]
  if (byDefault !== undefined) words.push(`Default: ${JSON.stringify(byDefault)}.`)
  const text = words.filter((word) => word !== '').join(' ')
  return text === '' ? '' : `  // ${text}`
}

export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join(' | ')
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf)
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type: String(type) })).join(' or ')
  return plainTypeOf(schema)
}

function unionOf(options: readonly Schema[]): string {
  const [text, number] = options
  if (options.length === 2 && text?.type === 'string' && number?.type === 'number' && text.maxLength === 32)
    return 'decimal, as text or number'
  return [...new Set(options.map(typeOf))].join(' or ')
}

const grouped = (type: string): string => (/ \| | or /.test(type) ? `(${type})` : type)

function plainTypeOf(schema: Schema): string {
  switch (schema.type) {
    case 'string':
      if (DECIMAL_PATTERNS.includes(schema.pattern)) return 'decimal text'
      return schema.maxLength === undefined
        ? 'text'
        : `text (${schema.minLength ? `${schema.minLength} to ` : 'up to '}${schema.maxLength} characters)`
    case 'integer':
      return schema.maximum === undefined || schema.maximum >= Number.MAX_SAFE_INTEGER
        ? 'integer'
        : `integer (${schema.minimum} to ${schema.maximum})`
    case 'number':
      return 'number'
    case 'boolean':
      return 'true | false'
    case 'null':
      return 'null'
    case 'array':
      return `${grouped(schema.items === undefined ? 'anything' : typeOf(schema.items))}[]${countOf(schema)}`
    case 'object':
      return typeof schema.additionalProperties === 'object' && schema.additionalProperties.type !== undefined
        ? `object of ${typeOf(schema.additionalProperties)}`
        : 'object'
    case undefined:
    default:
      return 'anything'
  }
}
