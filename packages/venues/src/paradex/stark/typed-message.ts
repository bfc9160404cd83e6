/**
 * Hashes typed messages according to SNIP-12: revision 0 with the Pedersen hash, for orders and sign-ins, and revision 1 with Poseidon, for blocks.
 */
import { keccak, pedersen, poseidonHash, poseidonHashMany } from '@scure/starknet'
import { felt } from './felts.ts'

/** `felt` and `shortstring` are field elements, `merkletree` is a list of the struct it contains, and any other kind is a struct. */
type Field = readonly [name: string, kind: string, contains?: string]
export type StructTypes = Readonly<Record<string, readonly Field[]>>
export type StructValue = { readonly [name: string]: string | StructValue | readonly StructValue[] }

export type TypedMessage = {
  readonly revision: 0 | 1
  readonly types: StructTypes
  readonly primaryType: string
  readonly domain: StructValue
  readonly message: StructValue
}

const DOMAIN = { 0: 'StarkNetDomain', 1: 'StarknetDomain' } as const

/** The number that the account signs. */
export function hashMessage(typed: TypedMessage, account: string): bigint {
  const parts = [
    felt('StarkNet Message'),
    hashStruct(typed, DOMAIN[typed.revision], typed.domain),
    felt(account),
    hashStruct(typed, typed.primaryType, typed.message),
  ]
  return hashMany(typed.revision, parts)
}

function hashStruct(typed: TypedMessage, name: string, value: StructValue): bigint {
  const fields = typed.types[name]!
  return hashMany(typed.revision, [typeHash(typed, name), ...fields.map((field) => hashField(typed, field, value[field[0]]!))])
}

function hashField(typed: TypedMessage, [, kind, contains]: Field, value: StructValue[string]): bigint {
  if (typeof value === 'string') return felt(value)
  if (isList(value)) return merkleRoot(value.map((leaf) => hashStruct(typed, contains!, leaf)))
  return hashStruct(typed, kind, value)
}

const isList = (value: StructValue | readonly StructValue[]): value is readonly StructValue[] => Array.isArray(value)

function merkleRoot(leaves: readonly bigint[]): bigint {
  if (leaves.length <= 1) return leaves[0] ?? 0n
  const above: bigint[] = []
  for (let index = 0; index < leaves.length; index += 2) {
    const [one, other] = [leaves[index]!, leaves[index + 1] ?? 0n]
    above.push(one < other ? poseidonHash(one, other) : poseidonHash(other, one))
  }
  return merkleRoot(above)
}

const hashMany = (revision: TypedMessage['revision'], parts: readonly bigint[]): bigint =>
  revision === 0 ? [...parts, BigInt(parts.length)].reduce(pedersenStep, 0n) : poseidonHashMany([...parts])

/** Caches hashing steps: those of the domain, the field names and the account recur in every message, and each costs milliseconds. */
const MAX_STEPS = 1_000
const steps = new Map<string, bigint>()

function pedersenStep(hash: bigint, part: bigint): bigint {
  const name = `${hash} ${part}`
  const value = steps.get(name) ?? BigInt(pedersen(hash, part))
  steps.delete(name)
  steps.set(name, value)
  if (steps.size > MAX_STEPS) steps.delete(steps.keys().next().value!)
  return value
}

const typeHashes = new WeakMap<StructTypes, Map<string, bigint>>()

function typeHash({ revision, types }: TypedMessage, name: string): bigint {
  const known = typeHashes.get(types) ?? new Map<string, bigint>()
  typeHashes.set(types, known)
  const hash = known.get(name) ?? keccak(new TextEncoder().encode(formatType(revision, types, name)))
  known.set(name, hash)
  return hash
}

/** The struct, followed by the structs it contains, by name. The contents of a merkle tree are not included. */
function formatType(revision: TypedMessage['revision'], types: StructTypes, name: string): string {
  const quoted = (text: string): string => (revision === 0 ? text : `"${text}"`)
  const one = (struct: string): string =>
    `${quoted(struct)}(${types[struct]!.map(([field, kind]) => `${quoted(field)}:${quoted(kind)}`).join(',')})`
  return [name, ...structsOf(types, name).sort()].map(one).join('')
}

function structsOf(types: StructTypes, name: string): string[] {
  const direct = types[name]!.flatMap(([, kind]) => (kind in types ? [kind] : []))
  return [...new Set([...direct, ...direct.flatMap((kind) => structsOf(types, kind))])]
}
