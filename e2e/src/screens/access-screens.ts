/** Screenshots of signing in and onboarding: the screens before the markets. */
import { factorCalls } from '@parley/contracts'
import type { Browser, Page } from 'playwright-core'
import { openWindow, type sizes } from '../browser.ts'
import type { Product } from '../product.ts'
import { authenticatorFor } from '../account/authenticator.ts'
import { createUser, type NewUser } from '../account/operator.ts'
import { clientOf } from '../account/session-client.ts'

type Keep = (page: Page, name: string) => Promise<void>
type Theme = 'dark' | 'light'

export async function accessScreens(browser: Browser, product: Product, keep: Keep): Promise<void> {
  const open = async (size: keyof typeof sizes, theme: Theme): Promise<Page> => {
    const { page } = await openWindow(browser, product.baseUrl, size)
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    await page.goto('/')
    return page
  }
  await signInScreens(await open('desk', 'dark'), product, keep)
  await signInScreens(await open('phone', 'light'), product, (page, name) => keep(page, `${name}-phone`))
  await onboardingScreens(await open('desk', 'dark'), keep)
  await onboardingScreens(await open('phone', 'light'), (page, name) => keep(page, `${name}-phone`))
  const newcomer = await createUser(product, 'none')
  const page = await open('desk', 'light')
  await enter(page, newcomer)
  await page.getByRole('link', { name: /^US person customer/ }).waitFor()
  await keep(page, 'customer-type')
}

async function enter(page: Page, { email, password }: NewUser): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function signInScreens(page: Page, product: Product, keep: Keep): Promise<void> {
  await page.getByRole('heading', { name: 'Welcome to Parley' }).waitFor()
  await keep(page, 'sign-in')
  const user = await createUser(product)
  await turnTwoFactorOn(product, user)
  await enter(page, user)
  await page.getByLabel('Code').fill('48291')
  await page.keyboard.press('Enter')
  await keep(page, 'two-factor')
  await page.goto('/forgot-password/')
  await page.getByLabel('Email').fill('grace@amberroad.example')
  await keep(page, 'forgot-password')
  await page.goto('/set-password/?uid=u&token=t')
  await page.getByLabel('New password', { exact: true }).fill('a sentence nobody else would choose')
  await keep(page, 'set-password')
}

async function turnTwoFactorOn(product: Product, user: NewUser): Promise<void> {
  const client = await clientOf(product, user)
  const { config_url } = await client.call(factorCalls.getTotpQr, {})
  await client.call(factorCalls.enableTotp, { body: { totp_token: authenticatorFor(config_url).code() } })
}

async function onboardingScreens(page: Page, keep: Keep): Promise<void> {
  await page.goto('/register/?key=ABCDEFGHJKMNPQRS&email=grace@amberroad.example&first_name=Grace&last_name=Ortiz')
  await page.getByLabel('Date of birth').fill('1988-02-29')
  await page.getByLabel('Password', { exact: true }).fill('cobalt ferry timetable')
  await page.getByLabel('Confirm password').fill('cobalt ferry timetable')
  await page.getByLabel('Country of residence').fill('sing')
  await keep(page, 'activation')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: '5 · Restricted persons' }).click()
  await keep(page, 'agreement')
}
