import { describe, expect, it } from 'vitest'
import { readLogLevel, readPlace, readServing } from './settings.ts'

describe('settings of an installation', () => {
  it('have defaults, also where a variable is set to nothing', () => {
    const bare = { port: 4000, host: '127.0.0.1', trustProxy: false, databaseUrl: undefined, secretKey: undefined }
    expect(readServing({})).toMatchObject(bare)
    expect(readServing({ PORT: '', DATABASE_URL: '', DATA_DIR: '', HOST: '', TRUST_PROXY: '' })).toEqual(readServing({}))
    expect(readPlace({}).dataDir).toMatch(/\/data$/)
    expect(readLogLevel({})).toBe('info')
  })

  it('are read', () => {
    const env = {
      PORT: '4100',
      DATA_DIR: '/srv/parley',
      HOST: '0.0.0.0',
      TRUST_PROXY: '1',
      DERIBIT_URL: 'wss://test.deribit.com/ws/api/v2',
    }
    expect(readServing(env)).toMatchObject({
      port: 4100,
      dataDir: '/srv/parley',
      host: '0.0.0.0',
      trustProxy: true,
      deribitUrl: 'wss://test.deribit.com/ws/api/v2',
    })
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT is abc; it has to be a number from 1 to 65535.'],
    [{ PORT: '70000' }, 'PORT is 70000; it has to be a number from 1 to 65535.'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY is yes; it has to be 1 or 0.'],
  ])('%j is refused in one sentence', (env, sentence) => {
    expect(() => readServing(env)).toThrow(sentence)
  })

  it('a level of the log that is none is refused in one sentence', () => {
    expect(() => readLogLevel({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL is loud; it has to be one of trace, debug')
  })
})
