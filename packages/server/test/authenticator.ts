/** A software authenticator for tests: ES256, attestation none, and any fault that a test wants. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type Json = Record<string, unknown>

export type Wrong = {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly flags?: number
  readonly userHandle?: string
  readonly challenge?: string
  readonly type?: string
  readonly key?: KeyObject
}

export type TestPasskey = {
  readonly id: string
  /** Sent to the server as `credential`. */
  readonly credential: Json
  /** Sent to the server as `passkey`. */
  answer(options: Json, wrong?: Wrong): Json
}

const PRESENT = 0x01
const VERIFIED = 0x04
const SYNCED = 0x18
const WITH_KEY = 0x40
export const flags = { onlyPresent: PRESENT, verified: PRESENT | VERIFIED, synced: PRESENT | VERIFIED | SYNCED }

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const coded = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

/** Does what navigator.credentials.create() would do in a browser at `origin`. */
export function makeTestPasskey(origin: string, options: Json, wrong: Wrong = {}): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  )
  const credentialId = randomBytes(32)
  const id = coded(credentialId)
  const rpId = wrong.rpId ?? (options['rp'] as { id: string }).id
  const userHandle = (options['user'] as { id: string }).id
  const length = Buffer.from([0, credentialId.length])
  const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose])
  const authData = Buffer.concat([head(rpId, (wrong.flags ?? flags.verified) | WITH_KEY, wrong.counter ?? 0), attested])
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const clientDataJSON = coded(clientData('webauthn.create', origin, options, wrong))
  const response = { clientDataJSON, attestationObject: coded(cbor(attestation)), transports: ['internal', 'carrier-pigeon'] }
  let counter = wrong.counter ?? 0

  return {
    id,
    credential: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    answer(asked, wrongly = {}) {
      const client = clientData('webauthn.get', origin, asked, wrongly)
      counter = wrongly.counter ?? counter + 1
      const data = head(wrongly.rpId ?? String(asked['rpId']), wrongly.flags ?? flags.verified, counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), wrongly.key ?? privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: coded(client),
          authenticatorData: coded(data),
          signature: coded(signature),
          userHandle: wrongly.userHandle ?? userHandle,
        },
      }
    },
  }
}

const clientData = (type: string, origin: string, { challenge }: Json, wrong: Wrong): string =>
  JSON.stringify({ type: wrong.type ?? type, challenge: wrong.challenge ?? challenge, origin: wrong.origin ?? origin, crossOrigin: false })

function head(rpId: string, withFlags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([withFlags]), count])
}

/** The part of RFC 8949 that an attestation without a statement needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? start(1, -1 - value) : start(0, value)
  if (typeof value === 'string') return Buffer.concat([start(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([start(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([start(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const start = (major: number, size: number): Buffer =>
  size < 24
    ? Buffer.from([(major << 5) | size])
    : size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
