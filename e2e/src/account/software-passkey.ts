/** A passkey in software, for callers without a browser: ES256, user always verified, no attestation. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = Readonly<Record<string, unknown>>

export type SoftwarePasskey = {
  /** Sent to the server as `credential`. */
  readonly credential: object
  /** Sent to the server as `passkey`, with the options of one use. */
  answer(options: Options): object
}

const VERIFIED = 0x05
const WITH_KEY = 0x40

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const coded = (data: string | Buffer): string => Buffer.from(data).toString('base64url')
const clientData = (type: string, origin: string, { challenge }: Options): string =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false })

/** The relying party, the user verification flag, and the use counter. */
function seen(rpId: string, flags: number, uses: number): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(uses, 1)
  return Buffer.concat([sha256(rpId), rest])
}

/** Does what a browser at `origin` would do with the options for creating a passkey. */
export function makeSoftwarePasskey(origin: string, options: Options): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = [
    [-2, Buffer.from(x!, 'base64url')],
    [-3, Buffer.from(y!, 'base64url')],
  ] as const
  const id = randomBytes(32)
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(new Map<unknown, unknown>([[1, 2], [3, -7], [-1, 1], ...point]))]) // prettier-ignore
  const authData = Buffer.concat([seen((options['rp'] as { id: string }).id, VERIFIED | WITH_KEY, 0), attested])
  const attestation = new Map<unknown, unknown>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]]) // prettier-ignore
  const named = { id: coded(id), rawId: coded(id), type: 'public-key', clientExtensionResults: {} }
  let uses = 0
  return {
    credential: {
      ...named,
      response: {
        clientDataJSON: coded(clientData('webauthn.create', origin, options)),
        attestationObject: coded(cbor(attestation)),
        transports: ['internal'],
      },
    },
    answer(asked) {
      const client = clientData('webauthn.get', origin, asked)
      const authenticatorData = seen(String(asked['rpId']), VERIFIED, (uses += 1))
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      const response = { clientDataJSON: coded(client), authenticatorData: coded(authenticatorData), signature: coded(signature) }
      return { ...named, response: { ...response, userHandle: (options['user'] as { id: string }).id } }
    },
  }
}

/** The parts of RFC 8949 that an attestation without a statement needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const head = (major: number, size: number): Buffer =>
  size < 24 ? Buffer.from([(major << 5) | size]) : size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255]) // prettier-ignore
