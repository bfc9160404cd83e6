/** The device that a request comes from, as far as it can be identified. */
import type { IncomingHttpHeaders } from 'node:http'
import { countedNetwork } from '../../limits/network.ts'

export type Device = {
  readonly address: string
  readonly network: string
  /** The country, as our own proxy reports it. */
  readonly region: string | null
  readonly userAgent: string
  /** The token that this browser received when a user signed in with it. */
  readonly deviceToken: string | undefined
}

export type DeviceOf = (asked: {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly region: string | undefined
}) => Device

const DEVICE_TOKEN = /^[0-9A-Za-z]{43}$/
const DEVICE_DAYS = 180

/**
 * The cookie only proves that its browser has been here before. It grants no access: it only keeps failed attempts from elsewhere from blocking the
 * user. Over TLS it has the prefix that binds it to this host.
 */
export const cookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-parley-device' : 'parley-device')

export const deviceCookie = (publicUrl: string, token: string): string =>
  `${cookieName(publicUrl)}=${token}; Path=/; Max-Age=${DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`

export function createDeviceOf(publicUrl: string): DeviceOf {
  const name = cookieName(publicUrl)
  return ({ headers, address, region = null }) => ({
    address,
    network: countedNetwork(address),
    region,
    userAgent: headers['user-agent'] ?? '',
    deviceToken: tokenIn(headers.cookie ?? '', name),
  })
}

function tokenIn(cookies: string, name: string): string | undefined {
  const [, token] = cookies
    .split(';')
    .map((each) => each.trim().split('='))
    .find(([key]) => key === name) ?? ['', undefined]
  return token !== undefined && DEVICE_TOKEN.test(token) ? token : undefined
}
