import { describe, expect, it } from 'vitest'
import { createDeviceOf, deviceCookie } from './device.ts'

const token = 'a1'.repeat(21) + 'b'
const local = createDeviceOf('http://localhost:4000')
const behind = createDeviceOf('https://parley.example')

describe('where a request comes from', () => {
  it.each([
    ['the cookie of ours', `a=1; parley-device=${token}; b=2`, token],
    ['none', '', undefined],
    ['another of a similar name', `x-parley-device=${token}`, undefined],
    ['one that is no token of ours', 'parley-device=; drop table', undefined],
    ['one that is too long', `parley-device=${token}c`, undefined],
  ])('has the device of %s', (_name, cookie, deviceToken) => {
    expect(local({ headers: { cookie }, address: '203.0.113.7', region: undefined }).deviceToken).toBe(deviceToken)
  })

  it('over TLS has only a cookie that is bound to the host', () => {
    const asked = (name: string) => behind({ headers: { cookie: `${name}=${token}` }, address: '203.0.113.7', region: 'SG' }).deviceToken
    expect([asked('parley-device'), asked('__Host-parley-device')]).toEqual([undefined, token])
    expect(deviceCookie('https://parley.example', token)).toBe(
      `__Host-parley-device=${token}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure`,
    )
    expect(deviceCookie('http://localhost:4000', token)).toBe(`parley-device=${token}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict`)
  })

  it('has its network, its program, and the region that a proxy has told', () => {
    const asked = { headers: { 'user-agent': 'curl/8' }, address: '::ffff:203.0.113.7' }
    expect(behind({ ...asked, region: 'SG' })).toMatchObject({ region: 'SG', userAgent: 'curl/8', network: '203.0.113.7' })
    expect(local({ headers: {}, address: '2001:db8::1', region: undefined })).toMatchObject({
      region: null,
      userAgent: '',
      network: '2001:db8:0:0::/64',
    })
  })
})
