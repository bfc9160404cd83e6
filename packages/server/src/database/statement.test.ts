import { describe, expect, it } from 'vitest'
import { createTag, type Row } from './sql.ts'
import { render, type Rendered, type Result } from './statement.ts'

const asked: Rendered[] = []
const rows = Object.assign([] as Row[], { count: 0 }) as Result<Row[]>
const run = (statement: Rendered) => {
  asked.push(statement)
  return Promise.resolve(rows)
}
const sql = createTag({
  run,
  runText: () => Promise.resolve(rows),
  page: () => {
    throw new Error('no pages here')
  },
})

describe('a statement', () => {
  it('makes a parameter of everything that is put into it', () => {
    const at = new Date(0)
    expect(
      render(sql`select * from rfq where id = ${7} and label = ${"'; drop table rfq; --"} and at < ${at} and note is ${null}`),
    ).toEqual({
      text: 'select * from rfq where id = $1 and label = $2 and at < $3 and note is $4',
      values: [7, "'; drop table rfq; --", at, null],
    })
  })

  it('takes a list as one parameter, and a value for JSON as its text', () => {
    expect(render(sql`select where id = any(${[1, 2]}) and body = ${sql.json({ a: ['x'] })}`)).toEqual({
      text: 'select where id = any($1) and body = $2',
      values: [[1, 2], '{"a":["x"]}'],
    })
  })

  it('quotes names, level by level, with any content', () => {
    expect(render(sql`select ${sql('rfq.state')} from ${sql('odd"name')}`).text).toBe('select "rfq"."state" from "odd""name"')
  })

  it('holds others, one or many, with their parameters counted on', () => {
    const clause = sql`and desk = ${'ORRY'}`
    const both = [sql`a = ${1}`, sql`or b = ${2}`]
    expect(render(sql`select where id = ${9} ${clause} and (${both}) ${sql``}limit ${5}`)).toEqual({
      text: 'select where id = $1 and desk = $2 and (a = $3 or b = $4 ) limit $5',
      values: [9, 'ORRY', 1, 2, 5],
    })
  })

  it('refuses an undefined value, and names its place', () => {
    const nothing = {} as { readonly id: string }
    expect(() => render(sql`select from rfq where id = ${nothing.id}`)).toThrow('undefined: select from rfq where id =')
  })

  it('runs once, however often it is awaited, and never if it is not awaited', async () => {
    asked.length = 0
    const awaited = sql`select 1`
    sql`select 2`
    expect(await awaited).toBe(await awaited)
    expect(asked.map(({ text }) => text)).toEqual(['select 1'])
  })
})
