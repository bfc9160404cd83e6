/** Generated clients read the document by status, so each error has to be listed under its HTTP status. */
import { errors } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { callGroups } from '../call-groups.ts'
import { openApi } from './openapi.ts'

type Operation = { readonly responses: Readonly<Record<string, { readonly description?: string }>> }
const { paths } = openApi('1.2.3')
const named = callGroups.flatMap(({ calls }) => calls.map(({ call }) => call))
const responsesOf = ({ path, method }: (typeof named)[number]) => (paths[path]![method.toLowerCase()] as Operation).responses

describe('openapi.json', () => {
  it('has each refusal of a call under its own status, and under no other', () => {
    const wrong = named.flatMap((call) =>
      (call.refusals ?? []).flatMap((name) => {
        const listed = Object.entries(responsesOf(call)).filter(([, { description = '' }]) => description.includes(`${name} (`))
        const statuses = listed.map(([status]) => Number(status))
        return statuses.length === 1 && statuses[0] === errors[name].status
          ? []
          : [`${call.method} ${call.path} ${name}: ${statuses.join(', ')}`]
      }),
    )
    expect(named.flatMap(({ refusals = [] }) => refusals).filter((name) => errors[name].status === 404)).not.toEqual([])
    expect(wrong).toEqual([])
  })

  it('documents for every write that an idempotency key with another body is a 409', () => {
    const writes = named.filter(({ method, who }) => method !== 'GET' && who !== 'anyone')
    expect(writes.filter((call) => responsesOf(call)[409] === undefined).map(({ path }) => path)).toEqual([])
  })
})
