/** Schemas in the form of OpenAPI and AsyncAPI: each entity is defined once among the components, and everything else refers to it. */
import type { Described } from '../call-groups.ts'
import type { Schema } from './shape.ts'

export type Components = Map<string, Schema>

const HOME = '#/components/schemas/'

/** The schema, with every entity it names moved to `components`. */
export function schemaIn(components: Components, described: Described, io: 'input' | 'output'): Schema {
  const { $defs, ...whole } = described.toJSONSchema({ io, unrepresentable: 'any' }) as Schema & { readonly id?: string }
  // Input may be less strict than the response, so it has a separate name.
  const rename = (name: string): string => (io === 'input' ? `${name}Given` : name)
  for (const [name, entity] of Object.entries($defs ?? {})) components.set(rename(name), settled(entity, rename) as Schema)
  const plain = settled(whole, rename) as Schema & { readonly id?: string }
  if (whole.id === undefined) return plain
  components.set(rename(whole.id), plain)
  return { $ref: HOME + rename(whole.id) }
}

/** Without the generator's own members, and with references to the components. */
function settled(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => settled(each, rename))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (name === '$schema' || (name === 'id' && typeof member === 'string')) return []
    if (name === '$ref' && typeof member === 'string') return [['$ref', HOME + rename(member.split('/').at(-1)!)]]
    // JSON cannot represent numbers of this size exactly.
    if ((name === 'minimum' || name === 'maximum') && Math.abs(member as number) >= Number.MAX_SAFE_INTEGER) return []
    return [[name, settled(member, rename)]]
  })
  return Object.fromEntries(pairs)
}

export const sorted = (components: Components): Readonly<Record<string, Schema>> =>
  Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)))
