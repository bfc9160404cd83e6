import { readFileSync } from 'node:fs'
import { createClient, type Client } from '@parley/client'
import { deskCalls, directRfqCalls, factorCalls, venueAccountCalls } from '@parley/contracts'
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../accessibility.ts'
import { emptyWindows, type Person, sizes } from '../browser.ts'
import type { DemoUser, Product } from '../product.ts'
import { makeBybitKey } from '../venue.ts'
import { withProductAndBrowser } from '../product-and-browser.ts'
import { authenticatorFor } from './authenticator.ts'
import { createUser } from './operator.ts'
import { openSocket } from '../protocol/wire-socket.ts'
import { clientAt, clientOf, proveByPasswordAlone } from './session-client.ts'
import { confirm, dialogOf, openDashboard, goToSection, rowOf, takeSecret, type DashboardSection, type ShownSecret } from './desk-work.ts'

let product: Product
let browser: Browser
let administrator: DemoUser

withProductAndBrowser((opened) => ({ product, browser } = opened), 'kept')
/** The administrator at the dashboard, where most tests are. Other windows that a test opens are emptied after the test. */
let ours: Person
beforeAll(async () => {
  administrator = product.demo.users.find((one) => one.role === 'administrator' && one.desk === 'AMBR')!
  ours = await openDashboard(browser, product, administrator)
})
afterEach(async () => {
  ours.consoleErrors.length = 0
  await emptyWindows(browser, ours)
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
  it('a key is created, its secret cannot be lost by accident, and a program trades with it', async () => {
    const { page, consoleErrors } = ours
    // Clicks the link, so that going back stays within the page.
    await goToSection(page, 'api-keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const form = dialogOf(page, 'New API key')
    await form.getByLabel('Name').fill('quoter')
    await form.getByLabel('Allowed IPs').fill('home')
    await form.getByRole('button', { name: 'Create key' }).click()
    await form.getByText('"home" is not an IP address or a network').waitFor()
    await form.getByLabel('Allowed IPs').fill('127.0.0.0/8, ::1')
    await form.getByRole('button', { name: '90 days' }).click()
    await form.getByRole('button', { name: 'Create key' }).click()

    const secret = dialogOf(page, 'Secret of quoter')
    await secret.waitFor()
    await page.keyboard.press('Escape')
    await secret.getByText('The secret is lost when you close this window.').waitFor()
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
    // The refused address list is the only failed request of this test.
    expect(consoleErrors.filter((words) => !words.includes('400'))).toEqual([])
  })

  it('a narrower list excludes it, a rotation accepts both secrets, and revoking ends it', async () => {
    const { page } = ours
    await goToSection(page, 'api-keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await dialogOf(page, 'New API key').getByLabel('Name').fill('risk report')
    await dialogOf(page, 'New API key').getByLabel('Read only').check()
    await dialogOf(page, 'New API key').getByRole('button', { name: 'Create key' }).click()
    const before = await takeSecret(page)
    expect(await answerTo(before)).toBe('ok')

    const limit = async (addresses: string) => {
      await page.getByRole('button', { name: 'Edit risk report' }).click()
      await dialogOf(page, 'Key risk report').getByLabel('Allowed IPs').fill(addresses)
      await dialogOf(page, 'Key risk report').getByRole('button', { name: 'Save' }).click()
      await dialogOf(page, 'Key risk report').waitFor({ state: 'detached' })
    }
    // The list shows which keys can open sockets by their name alone, and what that means.
    await rowOf(page, 'risk report').getByText('Signed', { exact: true }).waitFor()
    await expect(namedSocket(before)).rejects.toThrow('no socket at')
    await page.getByText(/^Compatible: demo\. The access key in the URL is enough/).waitFor()
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
    await page.getByText('The previous secret is accepted until').waitFor()
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

describe('a change that needs confirmation of identity', () => {
  it('asks for password and code, can be cancelled without losing the input, and continues after confirmation', async () => {
    const user = await createUser(product, 'non-us', 'administrator')
    const { page } = await openDashboard(browser, product, user)
    const client = await clientAt(product, page)
    const app = authenticatorFor((await client.call(factorCalls.getTotpQr, {})).config_url)
    await client.call(factorCalls.enableTotp, { body: { totp_token: app.code() } })
    await proveByPasswordAlone(page, user)

    await page.reload()
    await goToSection(page, 'api-keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const form = dialogOf(page, 'New API key')
    await form.getByLabel('Name').fill('proved')
    await form.getByRole('button', { name: 'Create key' }).click()
    const proof = dialogOf(page, 'Confirm it’s you')
    await proof.waitFor()
    await page.keyboard.press('Escape')
    await proof.waitFor({ state: 'detached' })
    expect(await form.getByLabel('Name').inputValue()).toBe('proved')
    await form.getByRole('button', { name: 'Create key' }).click()
    await proof.getByLabel('Password', { exact: true }).fill(user.password)
    // The code of this step has been used to turn two-factor on.
    await proof.getByLabel('Code from your authentication app').fill(app.code(1))
    await page.keyboard.press('Enter')
    expect(await answerTo(await takeSecret(page))).toBe('ok')
  })
})

describe('venue accounts', () => {
  it("2.20 a key without Block Trade is refused with the venue's message, fixed there, connected, watched and rotated; its secret is nowhere on the page", async () => {
    const { page, consoleErrors } = ours
    await goToSection(page, 'venue-accounts')
    await page.getByRole('button', { name: 'Add an account at Bybit' }).click()
    const panel = dialogOf(page, /Connect a Bybit account/)
    await panel.getByLabel('Account name').fill('uta-vol')
    await panel.getByLabel('API Key').fill('planted-key')
    await panel.getByLabel('API Secret').fill('planted-secret')
    const answer = panel.getByRole('region', { name: 'Response from Bybit' })
    await panel.getByRole('button', { name: 'Check', exact: true }).click()
    await answer.getByText('The key does not work').waitFor()
    expect(await panel.getByRole('button', { name: 'Save as read-only' }).count()).toBe(0)

    await makeBybitKey(product, { client_id: 'planted-key', client_secret: 'planted-secret', lacks: ['BlockTrade'] })
    await panel.getByRole('button', { name: 'Check again' }).click()
    await answer.getByRole('listitem').filter({ hasText: /block/i }).getByRole('img', { name: 'Bad' }).first().waitFor()
    await panel
      .getByRole('button', { name: /^Connect/ })
      .getByText('The venue does not allow this key to settle.')
      .waitFor({ state: 'attached' })
    await panel.getByRole('button', { name: 'Save as read-only' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])

    await makeBybitKey(product, { client_id: 'planted-key', client_secret: 'planted-secret' })
    await panel.getByRole('button', { name: 'Check again' }).click()
    await panel.getByRole('button', { name: 'Connect', exact: true }).click()
    const account = page.getByRole('list', { name: 'Accounts at Bybit' }).getByRole('listitem').filter({ hasText: 'uta-vol' }).first()
    await account.getByText('Healthy').waitFor()
    await account.getByRole('list', { name: 'Scopes we checked' }).getByText('block trade').waitFor()

    await makeBybitKey(product, { client_id: 'planted-key', client_secret: 'another' })
    await page.getByRole('button', { name: 'Check uta-vol' }).click()
    await account.getByText('Key rejected').waitFor()
    await page.getByRole('button', { name: 'Rotate uta-vol' }).click()
    const rotation = dialogOf(page, /Rotate the key of uta-vol/)
    await rotation.getByLabel('API Key').fill('planted-key')
    await rotation.getByLabel('API Secret').fill('another')
    await rotation.getByRole('button', { name: 'Check', exact: true }).click()
    await rotation.getByRole('button', { name: 'Rotate', exact: true }).click()
    await rotation.waitFor({ state: 'detached' })
    await account.getByText('Healthy').waitFor()
    await account.getByText('rotating').waitFor()
    await confirm(page, 'Make default uta-vol', 'Make default')
    await account.getByText('Default').waitFor()
    await confirm(page, 'Remove uta-vol', 'Remove')
    await account.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Add an account at CME clearing' }).click()
    const clearing = dialogOf(page, /Connect a CME clearing account/)
    await clearing.getByLabel('Account name').fill('cleared')
    await clearing.getByLabel('Account number').fill('AMBR-7741')
    await clearing.getByLabel('Clearing member').fill('Northern Clearing')
    await clearing.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('list', { name: 'Accounts at CME clearing' }).getByText('AMBR-7741 · Northern Clearing').waitFor()
    expect(await page.content()).not.toMatch(/planted-secret|planted-key/)
    expect(consoleErrors).toEqual([])
  })
})

describe('the audit log', () => {
  it('shows all actions, filtered by user and action, and exports them', async () => {
    const client = await clientOf(product, administrator)
    const { id } = await client.call(deskCalls.createApiKey, { body: { name: 'audited' } })
    for (const overlap_hours of [24, 0]) await client.call(deskCalls.rotateApiKey, { params: { id }, body: { overlap_hours } })
    await client.call(deskCalls.revokeApiKey, { params: { id } })
    const credentials = { account_number: 'AMBR-1', clearer: 'Northern Clearing' }
    const account = await client.call(venueAccountCalls.addVenueAccount, { body: { venue: 'CME', name: 'audited', ...credentials } })
    await client.call(venueAccountCalls.removeVenueAccount, { params: { id: account.id } })
    const { results: rotations } = await client.call(deskCalls.listAudit, { query: { action: 'RotateApiKey' } })
    expect(rotations.length).toBeGreaterThanOrEqual(2)

    const { page, consoleErrors } = ours
    await goToSection(page, 'audit-log')
    for (const words of ['Created an API key', 'Revoked an API key', 'Connected a venue account', 'Removed a venue account', 'Signed in'])
      await rowOf(page, words).first().waitFor()
    expect(await page.content()).not.toContain('planted-secret')
    await page.getByRole('button', { name: 'Connected a venue account' }).first().click()
    await dialogOf(page, 'Connected a venue account').getByText('venue CME').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Action').selectOption({ label: 'Rotated an API key' })
    await expect.poll(() => page.getByRole('row').count()).toBe(rotations.length + 1)
    await page.getByLabel('Who').selectOption({ label: 'Operator' })
    await page.getByText('No entries match these filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const lines = readFileSync(await (await download).path(), 'utf8')
      .replace('\ufeff', '')
      .split('\r\n')
    expect(lines[0]).toBe('Entry,Time (UTC),Who,Who (id),Action,What,What (id),Details,Address,Request,Hash')
    expect(lines.filter((line) => line.includes(',RotateApiKey,'))).toHaveLength(rotations.length)
    const entries = lines.slice(1).map((line) => Number(line.split(',')[0]))
    expect(entries).toEqual(entries.toSorted((a, b) => b - a))
    expect(consoleErrors).toEqual([])
  })
})

const sections: readonly DashboardSection[] = ['members', 'counterparties', 'api-keys', 'venue-accounts', 'audit-log']

// Proves A 11.13.
describe('for everybody', () => {
  it('on a desktop and on a phone every section has no serious axe finding, no console error, and nothing wider than the screen', async () => {
    const { page, consoleErrors } = ours
    for (const size of ['desk', 'phone'] as const) {
      await page.setViewportSize(sizes[size])
      await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      expect(await seriousFindings(page), `overview, ${size}`).toEqual([])
      for (const section of sections) {
        await goToSection(page, section)
        await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' })
        expect(await seriousFindings(page), `${section}, ${size}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${section}, ${size}`).toBe(0)
      }
      await goToSection(page, 'api-keys')
      await page.getByRole('button', { name: 'New key' }).click()
      await dialogOf(page, 'New API key').waitFor()
      expect(await seriousFindings(page), `new key, ${size}`).toEqual([])
      await page.keyboard.press('Escape')
      await dialogOf(page, 'New API key').waitFor({ state: 'detached' })
    }
    expect(consoleErrors).toEqual([])
  })

  // Proves A 11.13.
  it('the keyboard alone opens a section, invites a member and returns to the initial button', async () => {
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
