import { expect, it } from 'vitest'
import { readStart } from './start-setting.ts'

const shared = { NATS_URL: 'nats://127.0.0.1:4222', DATABASE_URL: 'postgres://parley@db/parley' }

it('a process does everything unless it is asked for one role, and takes over only if asked to', () => {
  expect(readStart([], {})).toEqual({ role: 'ALL', ownership: 'ALONE' })
  expect(readStart(['--take-over'], {})).toEqual({ role: 'ALL', ownership: 'TAKE_OVER' })
  expect(readStart(['--role', 'all'], {})).toEqual({ role: 'ALL', ownership: 'ALONE' })
  expect(readStart(['--role', 'shards'], shared)).toEqual({ role: 'SHARDS', natsUrl: shared.NATS_URL, databaseUrl: shared.DATABASE_URL })
  expect(readStart(['--role=gateway'], shared)).toMatchObject({ role: 'GATEWAY' })
})

it.each([
  [['--takeover'], {}, '--takeover is not valid; the options are --take-over and --role all, gateway, shards or workers.'],
  [['--role', 'door'], shared, '--role is door; it must be one of all, gateway, shards, workers.'],
  [['--role', 'shards', '--take-over'], shared, '--take-over needs --role all'],
  [['--role', 'shards'], { NATS_URL: shared.NATS_URL }, '--role shards needs NATS_URL and DATABASE_URL'],
  [['--role', 'gateway'], { ...shared, NATS_URL: '127.0.0.1' }, 'NATS_URL must list the addresses of NATS servers'],
])('%j is refused', (args, env, message) => {
  expect(() => readStart(args, env)).toThrow(message)
})
