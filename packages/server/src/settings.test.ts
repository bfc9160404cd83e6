import { readAuctionChain } from './chain-setting.ts'
import { describe, expect, it } from 'vitest'
import { exposureOf, readLogLevel, readMail, readPlace, readServing } from './settings.ts'

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
      venues: {
        codes: ['DBT'],
        deribitUrl: 'wss://test.deribit.com/ws/api/v2',
        bybit: { restUrl: 'https://api.bybit.com' },
        bitcom: { url: 'https://api.bit.com' },
      },
    })
  })

  it('define how long a stop still serves requests', () => {
    expect(readServing({}).stopDelayMs).toBe(0)
    expect(readServing({ STOP_DELAY_MS: '5000' }).stopDelayMs).toBe(5000)
    for (const wrong of ['-1', '1.5', '60001', 'a while'])
      expect(() => readServing({ STOP_DELAY_MS: wrong })).toThrow('a number of milliseconds from 0 to 60000')
  })

  it.each([
    [{}, false],
    [{ HOST: 'localhost' }, false],
    [{ HOST: '::1' }, false],
    [{ HOST: '0.0.0.0', TRUST_PROXY: '1' }, false],
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '192.0.2.7' }, true],
  ])('with %j are warned of if passwords and tokens pass without TLS: %s', (env, isWarned) => {
    const warning = exposureOf(readServing(env))
    expect(warning !== undefined).toBe(isWarned)
    if (isWarned) expect(warning).toContain('passwords and tokens pass port 4000 without TLS')
  })

  it('define who may read the metrics, with a token that is not quoted if it is too short', () => {
    expect(readServing({})).toMatchObject({ metrics: 'ON', metricsToken: undefined })
    expect(readServing({ METRICS: 'off', METRICS_TOKEN: '0123456789abcdef' })).toMatchObject({
      metrics: 'OFF',
      metricsToken: '0123456789abcdef',
    })
    expect(() => readServing({ METRICS: 'yes' })).toThrow('METRICS is yes; it must be on or off.')
    expect(() => readServing({ METRICS_TOKEN: 'short-one' })).toThrow(/^METRICS_TOKEN must have at least 16 characters/)
    expect(() => readServing({ METRICS_TOKEN: 'with a space in it' })).toThrow(/^METRICS_TOKEN must consist of/)
  })

  it('give the operator console a port of its own, with the address at which operators open it', () => {
    expect(readServing({ OPERATOR_URL: 'nothing' }).console).toBe('ON')
    expect(readServing({ OPERATOR_PORT: '4443' }).console).toEqual({ host: '127.0.0.1', port: 4443, url: undefined })
    const own = { OPERATOR_PORT: '4443', OPERATOR_URL: 'https://operator.parley.example' }
    expect(readServing(own).console).toMatchObject({ url: 'https://operator.parley.example' })
    expect(() => readServing({ ...own, OPERATOR_URL: 'operator.parley.example' })).toThrow(
      'OPERATOR_URL is operator.parley.example; it must be an address such as https://operator.parley.example.',
    )
  })

  it('name the collector of traces by an HTTP address', () => {
    expect(readServing({}).tracesEndpoint).toBeUndefined()
    expect(readServing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).tracesEndpoint).toBe('http://127.0.0.1:4318')
    expect(() => readServing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow('it must be the HTTP address of a collector')
  })

  it('define how often the leaderboard changes, in minutes that divide a day evenly', () => {
    expect(readServing({}).leaderboardEveryMs).toBe(3_600_000)
    expect(readServing({ LEADERBOARD_EVERY_MINUTES: '15' }).leaderboardEveryMs).toBe(900_000)
    for (const wrong of ['0', '7', '1.5', 'hourly'])
      expect(() => readServing({ LEADERBOARD_EVERY_MINUTES: wrong })).toThrow('minutes that divides a day evenly')
  })

  it('name the venues to connect', () => {
    const env = {
      VENUES: 'BIT, BYB',
      BYBIT_URL: 'http://y',
      BYBIT_SOCKET_URL: 'ws://y',
      BITCOM_URL: 'http://x',
      BITCOM_SOCKET_URL: 'ws://x',
      BITCOM_BLOCK_SOURCE: 'desk',
      PARADEX_URL: 'http://z/v1',
      PARADEX_SOCKET_URL: 'ws://z/v1',
    }
    expect(readServing(env).venues).toMatchObject({
      codes: ['BYB', 'BIT'],
      bybit: { restUrl: 'http://y', streamUrl: 'ws://y' },
      bitcom: { url: 'http://x', socketUrl: 'ws://x', blockSource: 'desk' },
      paradex: { restUrl: 'http://z/v1', streamUrl: 'ws://z/v1' },
    })
  })

  // Proves A 2.65.
  it('define where users open the product, who supports them, and which header has the country', () => {
    const env = {
      PUBLIC_URL: 'https://Parley.example/',
      SUPPORT_EMAIL: 'help@parley.example',
      REGION_HEADER: 'CF-IPCountry',
      FAQ_URL: 'https://parley.example/faq',
      HELP_URL: 'https://chat.example/parley',
    }
    expect(readServing(env)).toMatchObject({
      publicUrl: 'https://parley.example',
      supportEmail: 'help@parley.example',
      joinUrl: undefined,
      faqUrl: 'https://parley.example/faq',
      helpUrl: 'https://chat.example/parley',
      regionHeader: 'cf-ipcountry',
    })
  })

  it('name hosts that are apart, pages that may call, and services that read what fails and what is used', () => {
    expect(Object.values(readServing({}).allowedHosts).filter((each) => each !== undefined)).toEqual([[]])
    const env = {
      REST_URL: 'https://rest.parley.example/',
      API_URL: 'https://api.parley.example',
      SPREADS_URL: 'https://spreads.parley.example',
      ALLOWED_ORIGINS: 'https://app.parley.example, https://Desk.example/',
      ERROR_REPORT_DSN: 'https://abc@reports.parley.example/7',
      ANALYTICS_URL: 'https://use.parley.example',
      ANALYTICS_KEY: 'phc_1',
    }
    expect(readServing(env).allowedHosts).toEqual({
      restUrl: 'https://rest.parley.example',
      apiUrl: 'https://api.parley.example',
      spreadsUrl: 'https://spreads.parley.example',
      allowedOrigins: ['https://app.parley.example', 'https://desk.example'],
      errorReportDsn: 'https://abc@reports.parley.example/7',
      analytics: { url: 'https://use.parley.example', key: 'phc_1' },
    })
  })

  it.each([
    [{ API_URL: 'https://api.example/v2' }, 'API_URL is https://api.example/v2; it must be the address of the RFQ API, without a path'],
    [{ ALLOWED_ORIGINS: 'https://a.example,*' }, 'ALLOWED_ORIGINS is *; it must be a list of origins separated by commas'],
    [{ ERROR_REPORT_DSN: 'https://reports.example/7' }, 'ERROR_REPORT_DSN must have a public key, a host and a project'],
    [{ ERROR_REPORT_DSN: 'https://a:secret@reports.example/7' }, 'ERROR_REPORT_DSN must have a public key, a host and a project'],
    [{ ANALYTICS_URL: 'https://use.example' }, 'ANALYTICS_URL and ANALYTICS_KEY must be set together. Set both or neither.'],
    [{ PUBLIC_URL: 'parley.example' }, 'PUBLIC_URL is parley.example; it must be the address where users open Parley, without a path'],
    [{ PUBLIC_URL: 'https://parley.example/app' }, 'without a path, such as https://parley.example.'],
    [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL is help; it must be one email address.'],
    [{ JOIN_URL: 'javascript:alert(1)' }, 'JOIN_URL is javascript:alert(1); it must be the address of a page'],
    [{ REGION_HEADER: 'my header' }, 'REGION_HEADER is my header; it must be the name of a header'],
    [{ PORT: 'abc' }, 'PORT is abc; it must be a number from 1 to 65535.'],
    [{ PORT: '70000' }, 'PORT is 70000; it must be a number from 1 to 65535.'],
    [{ PARADEX_URL: 'http://z/v1' }, 'PARADEX_URL and PARADEX_SOCKET_URL must be set together. Set both or neither.'],
    [{ VENUES: 'DBT,XYZ' }, 'VENUES is DBT,XYZ; it must list venues from DBT, BYB, BIT, separated by commas.'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY is yes; it must be 1 or 0.'],
  ])('%j is refused in one sentence', (env, sentence) => {
    expect(() => readServing(env)).toThrow(sentence)
  })

  it('mail is sent through the server of SMTP_URL, or waits with MAIL=off', () => {
    const env = { SMTP_URL: 'smtps://parley:s%40fe@mail.example', MAIL_FROM: 'Parley <noreply@parley.example>' }
    expect(readMail(env)).toEqual({
      kind: 'smtp',
      server: { host: 'mail.example', port: 465, user: 'parley', password: 's@fe', security: 'tls' },
      from: 'Parley <noreply@parley.example>',
    })
    expect(readMail({ ...env, SMTP_URL: 'smtp://mail.example' })).toMatchObject({ server: { port: 587, security: 'starttls' } })
    expect(readMail({ ...env, SMTP_URL: 'smtp://[::1]:25?tls=off' })).toMatchObject({ server: { host: '::1', port: 25, security: 'none' } })
    expect(readMail({ ...env, MAIL: 'off' })).toEqual({ kind: 'off' })
  })

  it.each([
    [{}, 'No mail server is configured. Set SMTP_URL and MAIL_FROM, or MAIL=off to keep emails waiting in the database.'],
    [{ MAIL: 'on' }, 'MAIL is on; it must be off'],
    [{ SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL is not a valid mail server address'],
    [{ SMTP_URL: 'https://u:secret@mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL is not a valid mail server address'],
    [{ SMTP_URL: 'smtps://mail.example?tls=off', MAIL_FROM: 'a@b.example' }, 'SMTP_URL is not a valid mail server address'],
    [{ SMTP_URL: 'smtp://mail.example?secure=1', MAIL_FROM: 'a@b.example' }, 'SMTP_URL is not a valid mail server address'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is not set; it must be an address'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Parley' }, 'MAIL_FROM is Parley; it must be an address'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Parley <a@b.example>\r\nBcc: all@b.example' }, 'it must be an address'],
  ])('mail as %j is refused in one sentence', (env, sentence) => {
    expect(() => readMail(env)).toThrow(sentence)
    expect(() => readMail(env)).not.toThrow('secret')
  })

  it('an invalid log level is refused in one sentence', () => {
    expect(() => readLogLevel({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL is loud; it must be one of trace, debug')
  })
})

describe('the chain of auctions', () => {
  const [CHAIN_URL, CHAIN_ID, CHAIN_SWAP] = ['https://node.example/rpc', '1', `0x${'eb'.repeat(20)}`]
  const named = { CHAIN_URL, CHAIN_ID, CHAIN_SWAP }

  it('is connected where its node, its number and its contract are named, and asks for twelve confirmations', () => {
    expect(readAuctionChain({})).toBeUndefined()
    expect(readAuctionChain(named)).toMatchObject({
      chain: { chainId: 1n, swap: CHAIN_SWAP },
      confirmations: 12,
      referrer: `0x${'0'.repeat(40)}`,
      transactionUrl: null,
      isSimulated: false,
    })
    const more = { CHAIN_CONFIRMATIONS: '2', CHAIN_REFERRER: CHAIN_SWAP, CHAIN_TRANSACTION_URL: 'https://scan.example/tx/{hash}' }
    expect(readAuctionChain({ ...named, ...more })).toMatchObject({
      confirmations: 2,
      referrer: CHAIN_SWAP,
      transactionUrl: 'https://scan.example/tx/{hash}',
    })
  })

  it.each([
    [{ CHAIN_URL }, 'CHAIN_URL, CHAIN_ID and CHAIN_SWAP must be set together. Set all three or none.'],
    [{ ...named, CHAIN_URL: 'node' }, 'CHAIN_URL must be the JSON-RPC address of a node'],
    [{ ...named, CHAIN_ID: 'main' }, 'CHAIN_ID is main; it must be the number of the chain, such as 1.'],
    [{ ...named, CHAIN_SWAP: '0x1' }, 'CHAIN_SWAP is 0x1; it must be an address: 0x and 40 hexadecimal digits.'],
    [{ ...named, CHAIN_SIMULATED_SINCE: 'now' }, 'CHAIN_SIMULATED_SINCE is now; it must be a time in milliseconds'],
    [{ ...named, CHAIN_CONFIRMATIONS: '0' }, 'CHAIN_CONFIRMATIONS is 0; it must be a number of blocks, at least 1.'],
    [{ ...named, CHAIN_TRANSACTION_URL: 'https://scan.example' }, 'it must be a page with {hash} in its address'],
  ])('%j is refused in one sentence', (env, sentence) => {
    expect(() => readAuctionChain(env)).toThrow(sentence)
  })
})
