import { products, venueCodes } from '@parley/core'
import { flagNames } from '../accounts/feature-flags.ts'
import { oneOf } from './cli-arguments.ts'
import { OperatorProblem } from './operator-problem.ts'
import type { CommandServices, Commands } from './commands.ts'

export const accessCommands = ({ operator }: CommandServices): Commands => ({
  'restrict-country': async ({ text }) => `${await operator.restrict('country', text('country'))} is now restricted.`,
  'lift-country': async ({ text }) => `${await operator.lift('country', text('country'))} is no longer restricted.`,
  'restrict-address': async ({ text }) => `${await operator.restrict('address', text('address'))} is restricted.`,
  'lift-address': async ({ text }) => `${await operator.lift('address', text('address'))} is no longer restricted.`,
  'create-key': async ({ text, has }) => {
    const { accessKey, secretKey } = await operator.createApiKey(text('desk'), text('name'), has('compatible') ? 'COMPATIBLE' : 'SIGNED')
    return `access key  ${accessKey}\nsecret key  ${secretKey}`
  },
  'revoke-key': async ({ text }) => {
    await operator.revokeApiKey(text('desk'), text('name'))
    return 'The key is revoked and its sockets are closed.'
  },
  'add-venue-account': async ({ text, has, secret }) => {
    const desk = text('desk')
    const venue = oneOf(text('venue'), venueCodes, 'venue')
    const account = { venue, name: text('name'), clientId: text('client-id'), clientSecret: await secret('client-secret') }
    const { id } = await operator.addVenueAccount(desk, { ...account, isDefault: has('default') })
    return `Account ${id}`
  },
  'set-flag': async ({ text, maybe, has }) => {
    if (has('desks') && maybe('desks') === undefined)
      throw new OperatorProblem('--desks needs one desk or more, such as ORRY,AMBR. Leave it out to set the flag for every desk.')
    const name = flagName(text('name'))
    const desks = maybe('desks')?.split(',')
    const figures = maybe('figures') === undefined ? undefined : figuresIn(text('figures'))
    await operator.setFeatureFlag(name, oneOf(text('value'), ['on', 'off'], 'value'), desks, figures)
    return desks === undefined ? 'The flag is set for every desk.' : `The flag is set for ${desks.join(', ')} alone.`
  },
})

/** A mistyped name would be stored and change nothing. */
function flagName(name: string): string {
  if (flagNames.includes(name) || products.some(({ code }) => name === `us_cleared_${code}`)) return name
  throw new OperatorProblem(
    `There is no flag ${name}. The flags are ${flagNames.join(', ')}, and us_cleared_ with the code of a product, such as us_cleared_DO.`,
  )
}

/** Parses figures as typed: `most_width_percent=80,quotes_per_trade=5000`. */
function figuresIn(text: string): Readonly<Record<string, number>> {
  const figures = text.split(',').map((part) => /^([a-z_]{1,40})=(\d{1,12}(?:\.\d{1,6})?)$/.exec(part.trim()))
  return Object.fromEntries(
    figures.map((figure) => {
      if (figure === null)
        throw new OperatorProblem('--figures takes names and numbers, such as most_width_percent=80,quotes_per_trade=5000.')
      return [figure[1]!, Number(figure[2])]
    }),
  )
}
