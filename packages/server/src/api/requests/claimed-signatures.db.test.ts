/** Signed writes at several gateways of one installation. */
import type { DeskId } from '@parley/core'
import { expect, it, onTestFinished } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { fault } from '../../calls/fault.ts'
import { silent } from '../../log/log.ts'
import { createClaimedSignatures } from './claimed-signatures.ts'
import { createReplays } from './signature-replays.ts'
import { createSignedWrites } from './signed-writes.ts'

const NOON = 1_800_000_000_000
const database = withTestDatabase()
const done = { status: 201, body: { id: 1 }, headers: {} }
let signed = 0

function gateway() {
  const claimed = createClaimedSignatures({ sql: database.sql, now: () => NOON, log: silent })
  onTestFinished(() => claimed.close())
  const serveSigned = createSignedWrites(
    createReplays(() => 0),
    { remember: () => Promise.resolve() },
    claimed,
  )
  return (signature: string, key?: string, answer: typeof done | ReturnType<typeof fault> = done) =>
    serveSigned('KEST' as DeskId, { method: 'POST', now: NOON, headers: headersOf(signature, key) }, () => Promise.resolve(answer))
}
const headersOf = (signature: string, key?: string) => ({
  ...{ 'paradigm-api-signature': signature, 'paradigm-api-timestamp': String(NOON) },
  ...(key === undefined ? {} : { 'idempotency-key': key }),
})
const newSignature = () => Buffer.from(`${++signed} is the number of the signature`).toString('base64')

it('a signed write that one gateway has received is refused by the others', async () => {
  const [one, other] = [gateway(), gateway()]
  const signature = newSignature()
  expect(await one(signature)).toEqual(done)
  expect(await other(signature)).toMatchObject({ fault: 'InvalidSignature' })
})

it('a signed write is repeated under its own key at any gateway, and under no other key', async () => {
  const [one, other, third] = [gateway(), gateway(), gateway()]
  const signature = newSignature()
  expect(await one(signature, 'mine')).toEqual(done)
  expect(await other(signature, 'mine')).toEqual(done)
  expect(await third(signature, 'another')).toMatchObject({ fault: 'InvalidSignature' })
})

it('a signed write that had no effect stays without one at every gateway', async () => {
  const [one, other] = [gateway(), gateway()]
  const signature = newSignature()
  expect(await one(signature, 'mine', fault('Unavailable'))).toMatchObject({ fault: 'Unavailable' })
  expect(await other(signature, 'mine')).toMatchObject({ fault: 'InvalidSignature' })
})
