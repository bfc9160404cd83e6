/** The settings as a person walks through them. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../browser.ts'
import type { NewUser } from './operator.ts'

export const settings = (page: Page, title = 'Settings'): Locator => page.getByRole('dialog', { name: title, exact: true })

/** Through the lines named, one after another; the dialog is the last one's. */
export async function openSettings(page: Page, ...lines: readonly string[]): Promise<Locator> {
  if ((await page.getByRole('dialog').count()) === 0) await page.getByRole('button', { name: /^Settings/ }).click()
  let dialog = settings(page)
  for (const line of lines) {
    await dialog.getByRole('button', { name: new RegExp(`^${line}`) }).click()
    dialog = settings(page, line)
  }
  await dialog.waitFor()
  return dialog
}

export async function signInAs({ page }: Person, user: NewUser): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** From wherever the test before stopped. */
export async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog')
  await expect
    .poll(async () => {
      if ((await dialogs.count()) > 0) await page.keyboard.press('Escape')
      return dialogs.count()
    })
    .toBe(0)
}

/** The requests that go out to a path of the server, as they are made. */
export function requestsTo(page: Page, method: string, path: string): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) bodies.push(request.postData() ?? '')
  })
  return bodies
}
