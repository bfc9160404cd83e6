import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'

const database = withTestDatabase()
let desk: TestDesk
let boss: Person
let vera: Person
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  boss = await desk.person('boss', 'administrator')
  vera = await desk.person('vera', 'viewer')
})
afterAll(() => desk.close())

const GROUPS = '/account/counterparty-groups/'
const listed = async (by: Person) => ((await desk.as(by.token, 'GET', GROUPS)).json as { results: unknown[] }).results

describe("2.14 a desk's own groups", () => {
  it('are made, renamed and deleted by an administrator, and read by its members alone', async () => {
    const made = await desk.as(boss.token, 'POST', GROUPS, { name: ' Core ', makers: ['kest', 'KEST'] })
    expect(made).toMatchObject({ status: 201, json: { name: 'Core', makers: ['KEST'], left_out: [] } })
    const { id } = made.json as { id: string }
    expect(await desk.as(boss.token, 'POST', GROUPS, { name: 'core', makers: ['KEST'] })).toMatchObject({
      json: { name: ['There is a group called core; choose another name.'] },
    })
    expect((await desk.as(boss.token, 'POST', GROUPS, { name: 'Own', makers: ['ORRY'] })).status).toBe(404)
    expect((await desk.as(vera.token, 'POST', GROUPS, { name: 'Mine', makers: ['KEST'] })).status).toBe(403)
    expect(await desk.as(boss.token, 'PATCH', `${GROUPS}${id}/`, { name: 'First' })).toMatchObject({ status: 200, json: { name: 'First' } })
    expect(await listed(vera)).toEqual([{ id, name: 'First', makers: ['KEST'], left_out: [] }])

    const kim = await desk.person('kim', 'administrator', 'KEST')
    expect(await listed(kim)).toEqual([])
    await desk.as(kim.token, 'POST', '/account/counterparties/ORRY/withdraw/', {})
    expect(await listed(vera)).toEqual([{ id, name: 'First', makers: [], left_out: ['KEST'] }])

    expect((await desk.as(boss.token, 'DELETE', `${GROUPS}${id}/`)).status).toBe(204)
    expect(await listed(boss)).toEqual([])
    const actions = await database.sql<{ action: string }[]>`select action from audit where action like '%CounterpartyGroup' order by id`
    expect(actions.map(({ action }) => action)).toEqual(['SaveCounterpartyGroup', 'SaveCounterpartyGroup', 'DeleteCounterpartyGroup'])
  })
})
