/** Network addresses and networks (CIDR), v4 and v6: how users write them, how they are stored, and whether a network covers an address. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const BITS = { ipv4: 32, ipv6: 128 } as const
type Family = keyof typeof BITS

/**
 * Normalises `203.0.113.9/24` to `203.0.113.0/24` and `2001:DB8:0::1` to `2001:db8::1`. A v4 address mapped into v6 becomes v4, and a network of one
 * address becomes that address. Undefined if the text is neither.
 */
export function networkOf(text: string): string | undefined {
  const [typed, prefixText, more] = text.trim().split('/')
  const address = addressOf(typed!)
  if (address === undefined || more !== undefined) return undefined
  const family = familyOf(address)
  if (prefixText === undefined) return address
  // The prefix counts the bits of the family as typed.
  const isMapped = family === 'ipv4' && !isIPv4(typed!)
  const prefix = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) - (isMapped ? BITS.ipv6 - BITS.ipv4 : 0) : -1
  if (prefix < 0 || prefix > BITS[family]) return undefined
  return prefix === BITS[family] ? address : `${masked(address, family, prefix)}/${prefix}`
}

/** One spelling for each address; undefined if the text is not an address. */
export function addressOf(text: string): string | undefined {
  if (isIPv4(text)) return text
  if (!isIPv6(text) || text.includes('%')) return undefined
  const plain = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain)
  return mapped === null ? plain : v4FromBits((BigInt(`0x${mapped[1]!}`) << 16n) | BigInt(`0x${mapped[2]!}`))
}

/** Whether one of the networks, as returned by `networkOf`, covers the address. */
export function createCover(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address, prefix] = network.split('/')
    const family = familyOf(address!)
    if (prefix === undefined) list.addAddress(address!, family)
    else list.addSubnet(address!, Number(prefix), family)
  }
  return (text) => {
    const address = addressOf(text)
    return address !== undefined && list.check(address, familyOf(address))
  }
}

const familyOf = (address: string): Family => (isIPv4(address) ? 'ipv4' : 'ipv6')

function masked(address: string, family: Family, prefix: number): string {
  const hostBits = BigInt(BITS[family] - prefix)
  const bits = (family === 'ipv4' ? bitsOfV4(address) : bitsOfV6(address)) & ~((1n << hostBits) - 1n)
  if (family === 'ipv4') return v4FromBits(bits)
  const groups = Array.from({ length: 8 }, (_, place) => ((bits >> BigInt(16 * (7 - place))) & 0xffffn).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

const bitsOfV4 = (address: string): bigint => address.split('.').reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n)

function bitsOfV6(address: string): bigint {
  const [head, tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const groups = tail === undefined ? head! : [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail]
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}

const v4FromBits = (bits: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.')
