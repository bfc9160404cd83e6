import { describe, expect, it } from 'vitest'
import { groupedSecret, secretOf } from './otpauth.ts'

describe('the key of an authentication app', () => {
  const address = 'otpauth://totp/Parley:desk%40orrery.example?secret=JBSWY3DPEHPK3PXP&issuer=Parley&digits=6&period=30'
  it('is read from the address that the QR code shows', () => expect(secretOf(address)).toBe('JBSWY3DPEHPK3PXP'))
  it('is shown in groups of four, to be typed', () => expect(groupedSecret('JBSWY3DPEHPK3PX')).toBe('JBSW Y3DP EHPK 3PX'))
})
