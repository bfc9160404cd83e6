/** The builder of list RFQs: each row of a sheet shows how it was read, and exactly the read rows are sent. */
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { needApprovalAbove } from '../../../test/approval-limit.ts'
import { draw, fill, isOff, leaveSeats, press, screen, takeSeat, textOf, until, within } from '../../../test/trading-desk.tsx'
import { personOf } from '../../../test/screen/people.ts'
import { useOpenMarketsStore } from '../../live/open-markets.ts'
import { Lists } from './Lists.tsx'
import { SheetCards } from './SheetRows.tsx'
import type { SheetLine } from './sheet-lines.ts'
import { useSheet } from './use-sheet.ts'

leaveSeats()
afterEach(() => localStorage.clear())

const CREATE = '/v2/drfq/lists/'
const SHEET = 'Side\tQty\tStructure\nBuy\t50\t27MAR26 90k/100k cs\nBuy\t30\t27MAR26 90k/l00k cs\nSell\t37.5\t27MAR26 80k put'

const table = () => within(screen.getByRole('grid', { name: 'Rows of the sheet' }))
const rows = () =>
  table()
    .getAllByRole('row')
    .slice(1)
    .map((row) => textOf(row))
const ticket = () => within(screen.getByRole('region', { name: 'Send the list' }))
const send = () => ticket().getByRole('button', { name: /^Send \d+ lines to/ })
const entry = () => screen.getByRole('textbox', { name: /^(Paste or type rows|Row \d+)$/ })
const paste = (text: string) => fireEvent.paste(entry(), { clipboardData: { getData: () => text } })

async function open(seat: Parameters<typeof takeSeat>[0] = {}) {
  history.replaceState(null, '', '/rfqs?list=new')
  const desk = takeSeat({ user: personOf(), ...seat })
  draw(<Lists />)
  await until(() => expect(ticket().queryByText('LIND')).not.toBeNull())
  return desk
}

/** The rows of the kept sheet, as if none of them had been read. */
function Phone() {
  const sheet = useSheet(['BTC'])
  const lines = sheet.rows.map((row): SheetLine => {
    const offers = [{ part: '100k', text: 'B 50 27MAR26 90k/100k cs' }]
    return { sheet: row, name: row.text, state: 'UNREAD', problem: 'l00k was not recognised.', offers }
  })
  return <SheetCards lines={lines} sheet={sheet} />
}

describe('22.2 a sheet becomes a list', () => {
  it('22.2 an unreadable row keeps its place with the reason, is in no total, and the others are sent as shown', async () => {
    const { calls } = await open({ answers: { [`POST ${CREATE}`]: () => ({}) } })
    screen.getByText('No rows yet')
    paste(SHEET)
    await until(() => expect(rows()).toHaveLength(3))
    expect(rows()[0]).toContain('1Buy50Call Spread')
    expect(rows()[1]).toContain('2——Buy 30 27MAR26 90k/l00k cs')
    expect(rows()[1]).toContain('l00k was not recognised.')
    expect(textOf(ticket().getByLabelText('Totals of the lines that are sent'))).toContain('Lines2Bought · sold50.0 · 37.5')
    ticket().getByText(/^Sends 2 lines to 3 makers for .* They see your desk’s name, the lines and your sides\. Row 2 will not be sent\.$/)
    fill(ticket().getByLabelText(/^Name/), 'March roll')
    press(send())
    await until(() => expect(calls('POST', CREATE)).toHaveLength(1))
    expect(calls('POST', CREATE)[0]!.body).toMatchObject({
      ...{ venue: 'DBT', name: 'March roll', shows_sides: true, is_taker_anonymous: false, counterparties: ['LIND', 'ORBT', 'KEST'] },
      lines: [
        { row: 1, side: 'BUY', quantity: '50', legs: [{ side: 'BUY' }, { side: 'SELL' }] },
        { row: 3, side: 'SELL', quantity: '37.5', legs: [{ side: 'BUY' }] },
      ],
    })
  })

  it('11.14 22.14 names on the button that a colleague has to approve the rows together', async () => {
    await open()
    paste(SHEET)
    await until(() => expect(rows()).toHaveLength(3))
    expect(isOff(send())).toBe(false)
    needApprovalAbove('1000')
    expect(isOff(ticket().getByRole('button', { name: 'Ask a colleague to approve' }))).toBe(false)
  })

  it('22.2 on a phone the reason of an unreadable row and what it may mean are below the row', async () => {
    await open()
    paste('B\t50\t27MAR26 90k/l00k cs')
    await until(() => expect(rows()).toHaveLength(1))
    cleanup()
    draw(<Phone />)
    const card = within(screen.getByRole('list', { name: 'Rows of the sheet' })).getByRole('listitem')
    expect(textOf(card)).toContain('1B 50 27MAR26 90k/l00k csl00k was not recognised.')
    press(within(card).getByRole('button', { name: 'Use 100k' }))
    expect(textOf(card)).toContain('1B 50 27MAR26 90k/100k cs')
  })

  it('22.2 a row is mended where it is, with its number, by hand or with what it may mean', async () => {
    await open()
    paste('B\t10\t27MAR26 80k put\nB\t50\t27MAR26 90k/l00k cs')
    await until(() => expect(rows()[0]).toContain('Use 25'))
    press(table().getByRole('button', { name: 'Use 25' }))
    expect(rows()[0]).toMatch(/^1Buy25Put/)
    press(table().getByRole('button', { name: 'Edit row 2' }))
    expect((entry() as HTMLInputElement).value).toBe('B 50 27MAR26 90k/l00k cs')
    fill(entry(), 'B 50 27MAR26 90k/100k cs')
    fireEvent.keyDown(entry(), { key: 'Enter' })
    expect(rows()[1]).toMatch(/^2Buy50Call Spread/)
    expect(isOff(send())).toBe(false)
    press(table().getByRole('button', { name: 'Remove row 1' }))
    expect(send().title).toBe('A list has 2 to 50 lines. This one has 1.')
  })

  it('22.1 rows of another currency are offered as a second list', async () => {
    await open()
    const { markets } = useOpenMarketsStore.getState()
    act(() => useOpenMarketsStore.setState({ markets: [...markets!, { venue: 'DBT', currency: 'ETH' }] }))
    paste(`${SHEET}\nSell\t25\tBTC-27MAR26-80000-C\nBuy\t250\tETH 27MAR26 3k call`)
    const choice = within(await screen.findByRole('radiogroup', { name: 'The lists of this sheet' }))
    expect(choice.getAllByRole('radio').map((one) => textOf(one))).toEqual(['DBT BTC · 4', 'DBT ETH · 1'])
    await until(() => expect(send().textContent).toContain('Send 3 lines'))
    press(choice.getByRole('radio', { name: 'DBT ETH · 1' }))
    expect(location.search).toBe('?list=new&market=DBT%20ETH')
  })

  it('22.16 a sheet survives a reload, until its rows are sent or removed', async () => {
    await open()
    paste(SHEET)
    await until(() => expect(rows()).toHaveLength(3))
    cleanup()
    draw(<Lists />)
    await until(() => expect(rows()).toHaveLength(3))
    press(screen.getByRole('button', { name: 'Clear' }))
    cleanup()
    draw(<Lists />)
    await screen.findByText('No rows yet')
  })

  it('22.12 a CSV file is read as if it were pasted, and a file of another kind is refused with the remedy', async () => {
    await open()
    const upload = (file: File) => fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } })
    upload(new File(['Buy;50;27MAR26 90k/100k cs\r\nSell;37,5;27MAR26 80k put\r\n'], 'roll.csv'))
    await until(() => expect(send().textContent).toContain('Send 2 lines'))
    upload(new File([new Uint8Array([80, 75, 0, 4])], 'roll.xlsx'))
    await screen.findByText('roll.xlsx is not a text file. Save the sheet as CSV, or copy its cells and paste them.')
  })

  it('22.13 a restricted address learns before sending that no list can be sent from it', async () => {
    await open({ user: personOf({ restricted_ip_rfqs_left: 5 }) })
    paste(SHEET)
    await until(() => expect(send().title).toContain('from which no lists can be sent'))
  })
})
