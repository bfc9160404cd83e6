import { readFileSync } from 'node:fs'
import { createClient, type Client } from '@parley/client'
import { accountCalls, deskCalls, directRfqCalls, factorCalls } from '@parley/contracts'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import type { DemoUser, Product } from '../product.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { authenticatorFor } from './authenticator.ts'
import { createUser } from './operator.ts'
import { openSocket } from '../protocol/wire-socket.ts'
import { clientAt, clientOf } from './session-client.ts'
import { confirm, dialogOf, openDashboard, openSection, rowOf, takeSecret, type DashboardSection, type ShownSecret } from './desk-work.ts'

let product: Product
let browser: Browser
let administrator: DemoUser

withProductAndBrowser((opened) => ({ product, browser } = opened))
beforeAll(async () => {
  administrator = product.demo.users.find((one) => one.role === 'administrator' && one.desk === 'AMBR')!
})

const bot = (keys: ShownSecret): Client => createClient({ baseUrl: product.baseUrl, credentials: { kind: 'key', ...keys } })
const namedSocket = ({ accessKey }: ShownSecret) => openSocket(`${product.baseUrl}/v2/drfq/?api-key=${accessKey}`)
/** The outcome of a signed call: `ok`, or the name of the error. */
const answerTo = (keys: ShownSecret): Promise<string> =>
  bot(keys)
    .call(directRfqCalls.listRfqs, { query: { page_size: 1 } })
    .then(
      () => 'ok',
      ({ status, error }: { status: number; error: string }) => `${status} ${error}`,
    )

describe('API keys', () => {
  it('one is made, its secret cannot be lost by accident, and a program trades with it', async () => {
    const { page, consoleErrors } = await openDashboard(browser, product, administrator)
    // By the link, so that going back stays within the page.
    await page
      .getByRole('navigation', { name: 'Desk' })
      .getByRole('link', { name: /^API keys/ })
      .click()
    await page.getByRole('button', { name: 'New key' }).click()
    const form = dialogOf(page, 'New API key')
    await form.getByLabel('Name').fill('quoter')
    await form.getByLabel('Addresses it may come from').fill('home')
    await form.getByRole('button', { name: 'Make the key' }).click()
    await form.getByText('"home" is neither an address nor a network').waitFor()
    await form.getByLabel('Addresses it may come from').fill('127.0.0.0/8, ::1')
    await form.getByRole('button', { name: '90 days' }).click()
    await form.getByRole('button', { name: 'Make the key' }).click()

    const secret = dialogOf(page, 'Secret of quoter')
    await secret.waitFor()
    await page.keyboard.press('Escape')
    await secret.getByText('Not yet: it is lost when this closes.').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Overview', includeHidden: true }).waitFor({ state: 'attached' })
    await secret.waitFor()
    const question = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await secret.waitFor()
    const download = page.waitForEvent('download')
    await secret.getByRole('button', { name: 'Download as .env' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    const keys = await takeSecret(page)
    expect(file).toBe(`PARLEY_URL=${product.baseUrl}\nPARLEY_ACCESS_KEY=${keys.accessKey}\nPARLEY_SECRET_KEY=${keys.secretKey}\n`)
    expect(await page.content()).not.toContain(keys.secretKey)
    expect(await answerTo(keys)).toBe('ok')
    // The refused address list is the one failed request of this test.
    expect(consoleErrors.filter((words) => !words.includes('400'))).toEqual([])
  })

  it('a narrower list keeps it out, a rotation lets both secrets in, and revoking ends it', async () => {
    const { page } = await openDashboard(browser, product, administrator)
    await openSection(page, 'api-keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await dialogOf(page, 'New API key').getByLabel('Name').fill('risk report')
    await dialogOf(page, 'New API key').getByLabel('Read only').check()
    await dialogOf(page, 'New API key').getByRole('button', { name: 'Make the key' }).click()
    const before = await takeSecret(page)
    expect(await answerTo(before)).toBe('ok')

    const limit = async (addresses: string) => {
      await page.getByRole('button', { name: 'Edit risk report' }).click()
      await dialogOf(page, 'Key risk report').getByLabel('Addresses it may come from').fill(addresses)
      await dialogOf(page, 'Key risk report').getByRole('button', { name: 'Save' }).click()
      await dialogOf(page, 'Key risk report').waitFor({ state: 'detached' })
    }
    // The list says which keys open sockets by their name alone, and what that means.
    await rowOf(page, 'risk report').getByText('Signed', { exact: true }).waitFor()
    await expect(namedSocket(before)).rejects.toThrow('no socket at')
    await page.getByText(/^Compatible: demo\. The access key in an address is enough/).waitFor()
    const open = async (sockets: 'Compatible' | 'Signed') => {
      await page.getByRole('button', { name: 'Edit risk report' }).click()
      await dialogOf(page, 'Key risk report').getByLabel(sockets, { exact: true }).check()
      await dialogOf(page, 'Key risk report').getByRole('button', { name: 'Save' }).click()
      await rowOf(page, 'risk report').getByText(sockets, { exact: true }).waitFor()
    }
    await open('Compatible')
    const named = await namedSocket(before)
    await open('Signed')
    expect((await named.closed).code).toBe(4401)

    await limit('203.0.113.7')
    await rowOf(page, 'risk report').getByText('203.0.113.7').waitFor()
    expect(await answerTo(before)).toBe('403 AddressNotAllowed')
    await limit('')
    expect(await answerTo(before)).toBe('ok')

    await page.getByRole('button', { name: 'Rotate risk report' }).click()
    await dialogOf(page, 'New secret for risk report').getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('The secret before this one is accepted until').waitFor()
    expect(
      await dialogOf(page, /^Secret of/)
        .getByLabel('Access key', { exact: true })
        .count(),
    ).toBe(0)
    const after = await takeSecret(page, before)
    expect(after.secretKey).not.toBe(before.secretKey)
    await rowOf(page, 'risk report').getByText('Two secrets').waitFor()
    expect([await answerTo(before), await answerTo(after)]).toEqual(['ok', 'ok'])

    await page.getByRole('button', { name: 'Rotate risk report' }).click()
    await dialogOf(page, 'New secret for risk report').getByLabel('None').check()
    await dialogOf(page, 'New secret for risk report').getByRole('button', { name: 'Rotate' }).click()
    const last = await takeSecret(page, before)
    await rowOf(page, 'risk report')
      .getByText(`${before.accessKey.slice(0, 6)}…`)
      .waitFor()
    expect(await page.content()).not.toContain(before.accessKey)
    expect([await answerTo(after), await answerTo(last)]).toEqual(['401 InvalidSignature', 'ok'])

    await confirm(page, 'Revoke risk report', 'Revoke')
    await rowOf(page, 'risk report').waitFor({ state: 'detached' })
    expect(await answerTo(last)).toBe('403 InvalidAccessKey')
  })
})

describe('a change that wants proof of who is there', () => {
  it('asks for password and code, is given up without losing what was typed, and goes on once it was given', async () => {
    const user = await createUser(product, 'non-us', 'administrator')
    const { page } = await openDashboard(browser, product, user)
    const client = await clientAt(product, page)
    const app = authenticatorFor((await client.call(factorCalls.getTotpQr, {})).config_url)
    await client.call(factorCalls.enableTotp, { body: { totp_token: app.code() } })
    // From now on this session has proved the password alone.
    await client.call(accountCalls.checkPassword, { body: { password: user.password } })

    await page.reload()
    await openSection(page, 'api-keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const form = dialogOf(page, 'New API key')
    await form.getByLabel('Name').fill('proved')
    await form.getByRole('button', { name: 'Make the key' }).click()
    const proof = dialogOf(page, 'Confirm it is you')
    await proof.waitFor()
    await page.keyboard.press('Escape')
    await proof.waitFor({ state: 'detached' })
    expect(await form.getByLabel('Name').inputValue()).toBe('proved')
    await form.getByRole('button', { name: 'Make the key' }).click()
    await proof.getByLabel('Password', { exact: true }).fill(user.password)
    // The code of this step has been used to turn two-factor on.
    await proof.getByLabel('Code of your authentication app').fill(app.code(1))
    await page.keyboard.press('Enter')
    expect(await answerTo(await takeSecret(page))).toBe('ok')
  })
})

describe('venue accounts', () => {
  it('one is connected, made the default, given new credentials and removed; its secret is nowhere on the page', async () => {
    const { page, consoleErrors } = await openDashboard(browser, product, administrator)
    await openSection(page, 'venue-accounts')
    await page.getByRole('button', { name: 'Add an account at Bybit' }).click()
    const add = dialogOf(page, 'Add an account at Bybit')
    await add.getByLabel('Name').fill('bybit-1')
    await add.getByLabel('Client id').fill('id-1')
    await add.getByLabel('Client secret').fill('planted-secret')
    await add.getByRole('button', { name: 'Connect' }).click()
    const bybit = page.getByRole('list', { name: 'Accounts at Bybit' }).getByRole('listitem')
    await confirm(page, 'Make default bybit-1', 'Make default')
    await bybit.filter({ hasText: 'bybit-1' }).getByText('Default').waitFor()

    await page.getByRole('button', { name: 'Add an account at Deribit' }).click()
    const second = dialogOf(page, 'Add an account at Deribit')
    await second.getByLabel('Name').fill('mm-2')
    await second.getByLabel('Client id').fill('id-2')
    await second.getByLabel('Client secret').fill('planted-secret')
    await second.getByRole('button', { name: 'Connect' }).click()
    await confirm(page, 'Make default mm-2', 'Make default')
    const deribit = page.getByRole('list', { name: 'Accounts at Deribit' }).getByRole('listitem')
    await deribit.filter({ hasText: 'mm-2' }).getByText('Default').waitFor()
    await page.getByRole('button', { name: 'Replace credentials mm-2' }).click()
    const replace = dialogOf(page, 'Credentials of mm-2')
    await replace.getByLabel('Client id').fill('id-3')
    await replace.getByLabel('Client secret').fill('planted-secret')
    await replace.getByRole('button', { name: 'Replace' }).click()
    await replace.waitFor({ state: 'detached' })
    await confirm(page, 'Remove mm-2', 'Remove')
    await deribit.filter({ hasText: 'prop-1' }).waitFor()
    expect(await deribit.count()).toBe(1)
    expect(await page.content()).not.toContain('planted-secret')
    expect(consoleErrors).toEqual([])
  })
})

describe('the audit log', () => {
  it('shows all that was done, filtered by who and what, and exports it', async () => {
    const client = await clientOf(product, administrator)
    const { id } = await client.call(deskCalls.createApiKey, { body: { name: 'audited' } })
    for (const overlap_hours of [24, 0]) await client.call(deskCalls.rotateApiKey, { params: { id }, body: { overlap_hours } })
    await client.call(deskCalls.revokeApiKey, { params: { id } })
    const credentials = { client_id: 'id', client_secret: 'planted-secret' }
    const account = await client.call(deskCalls.addVenueAccount, { body: { venue: 'BIT', name: 'audited', ...credentials } })
    await client.call(deskCalls.removeVenueAccount, { params: { id: account.id } })
    const { results: rotations } = await client.call(deskCalls.listAudit, { query: { action: 'RotateApiKey' } })
    expect(rotations.length).toBeGreaterThanOrEqual(2)

    const { page, consoleErrors } = await openDashboard(browser, product, administrator)
    await openSection(page, 'audit-log')
    for (const words of ['Made an API key', 'Revoked an API key', 'Connected a venue account', 'Removed a venue account', 'Signed in'])
      await rowOf(page, words).first().waitFor()
    expect(await page.content()).not.toContain('planted-secret')
    await page.getByRole('button', { name: 'Connected a venue account' }).first().click()
    await dialogOf(page, 'Connected a venue account').getByText('venue BIT').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Action').selectOption({ label: 'Gave an API key a new secret' })
    await expect.poll(() => page.getByRole('row').count()).toBe(rotations.length + 1)
    await page.getByLabel('Who').selectOption({ label: 'Operator' })
    await page.getByText('Nothing fits these filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n')
    expect(lines[0]).toBe('Entry,Time (UTC),Who,Who (id),Action,What,What (id),Details,Address,Request,Hash')
    expect(lines.filter((line) => line.includes(',RotateApiKey,'))).toHaveLength(rotations.length)
    const entries = lines.slice(1).map((line) => Number(line.split(',')[0]))
    expect(entries).toEqual(entries.toSorted((a, b) => b - a))
    expect(consoleErrors).toEqual([])
  })
})

const sections: readonly DashboardSection[] = ['members', 'counterparties', 'api-keys', 'venue-accounts', 'audit-log']

describe('for everybody', () => {
  it.each(['desk', 'phone'] as const)(
    'on a %s every section has nothing serious for axe, no error in the console, and nothing wider than the screen',
    async (size) => {
      const { page, consoleErrors } = await openDashboard(browser, product, administrator, size)
      expect(await seriousFindings(page), 'overview').toEqual([])
      for (const section of sections) {
        await openSection(page, section)
        await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
        expect(await seriousFindings(page), section).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), section).toBe(0)
      }
      await openSection(page, 'api-keys')
      await page.getByRole('button', { name: 'New key' }).click()
      await dialogOf(page, 'New API key').waitFor()
      expect(await seriousFindings(page), 'new key').toEqual([])
      expect(consoleErrors).toEqual([])
    },
  )

  it('the keyboard alone goes to a section, invites somebody and comes back to the button it began with', async () => {
    const { page } = await openDashboard(browser, product, administrator)
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    for (let stops = 0; stops < 12 && (await focused()) !== 'Members'; stops += 1) await press('Tab')
    await press('Enter')
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    for (let stops = 0; stops < 12 && (await focused()) !== 'Invite'; stops += 1) await press('Tab')
    await press('Enter')
    const dialog = dialogOf(page, 'Invite to the desk')
    await dialog.waitFor()
    await page.keyboard.type('keys@amberroad.example')
    await press('Tab', 'ArrowDown')
    expect(await dialog.getByLabel('View-only user').isChecked()).toBe(true)
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused()).toBe('Invite')
    await page.getByRole('tab', { name: 'Invitations 1' }).waitFor()
  })
})
