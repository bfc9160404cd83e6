import { describe, expect, it } from 'vitest'
import { clientOf, deviceText } from './client-of.ts'

const table: [userAgent: string, device: string | null, osType: string | null, osVersion: string | null, text: string][] = [
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'macOS',
    '10.15.7',
    'Chrome, macOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'Windows', 'NT 10.0', 'Firefox, Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'iPhone',
    'iOS',
    '18.5',
    'iPhone, iOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
    null,
    'Chrome, Linux',
  ],
  ['', null, null, null, 'Unknown device'],
  ['\u0000\u0007\u202e', null, null, null, 'Unknown device'],
  ['x'.repeat(100_000), null, null, null, 'Unknown device'],
]

describe('the device of a sign-in', () => {
  it.each(table)('%s', (userAgent, device, osType, osVersion, text) => {
    const client = clientOf({ userAgent })
    expect(client).toEqual({ appType: 'Parley', appVersion: null, device, osType, osVersion })
    expect(deviceText(client)).toBe(text)
  })

  it('has the program and the version that it names, without control characters', () => {
    expect(clientOf({ userAgent: '', appType: 'Desktop\n', appVersion: '0.133.6' })).toMatchObject({
      appType: 'Desktop',
      appVersion: '0.133.6',
    })
    expect(clientOf({ userAgent: '', appType: null, appVersion: '' })).toMatchObject({ appType: 'Parley', appVersion: null })
  })
})
