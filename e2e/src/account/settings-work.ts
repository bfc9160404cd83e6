/** A user's actions in the settings. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../browser.ts'
import type { NewUser } from './operator.ts'

export const settings = (page: Page, title = 'Settings'): Locator => page.getByRole('dialog', { name: title, exact: true })

/** Clicks the named rows, one after another; the dialog belongs to the last one. */
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

/** Starts on the page on which the previous test ended. */
export async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog')
  await expect
    .poll(async () => {
      if ((await dialogs.count()) > 0) await page.keyboard.press('Escape')
      return dialogs.count()
    })
    .toBe(0)
}

/** Records the requests to a path of the server. */
export function requestsTo(page: Page, method: string, path: string): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) bodies.push(request.postData() ?? '')
  })
  return bodies
}
