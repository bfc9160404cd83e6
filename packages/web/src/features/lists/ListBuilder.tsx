import { createListing, printLine, type Quantity, type SheetRow } from '@parley/core'
import { FileUp, ListTree, Shapes } from 'lucide-react'
import { useMemo, useReducer, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { DeskLayout } from '../../components/DeskLayout.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Input } from '../../components/Input.tsx'
import { runKey } from '../../components/key-table.ts'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { currenciesOf, firstMarket, marketName, type OpenMarket, useOpenMarkets } from '../../live/open-markets.ts'
import { useScreen } from '../../live/screen-state.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { useSnapshot } from '../../live/use-snapshot.ts'
import { markedBy } from '../line/listing-marks.ts'
import { emptyForm, reduceBuilder } from '../rfq/builder/builder-form.ts'
import { type BuilderFacts, structureOf } from '../rfq/builder/builder-summary.ts'
import { expiriesOfChain } from '../rfq/builder/chain.ts'
import { offered, suggestLegs } from '../rfq/builder/suggest.ts'
import { useBuilderFacts } from '../rfq/builder/use-builder-facts.ts'
import { ListBar } from './ListBar.tsx'
import styles from './Lists.module.css'
import { SendList } from './SendList.tsx'
import { marketOf, marketsOf, rowText, sheetLines } from './sheet-lines.ts'
import { SheetTable } from './SheetTable.tsx'
import { addRows, editRow, removeRows, rewriteRow, uploadRows, useSheet } from './use-sheet.ts'

const ticketPx = { least: 320, usual: 372, most: 560 } as const

/** Builds a list RFQ from the rows of a sheet. A sheet with several currencies or venues becomes a list of each (rulebook 22.1). */
export function ListBuilder() {
  const rows = useSheet((sheet) => sheet.rows)
  const markets = useOpenMarkets()
  const shown = useScreen(({ currency }) => currency)
  const home = markets.find(({ currency }) => currency === shown) ?? firstMarket(markets)
  const [chosen, setChosen] = useState<string>()
  const all = marketsOf(rows, home)
  const market = all.find((one) => marketName(one) === chosen) ?? all[0]!
  return (
    <OneMarket
      key={marketName(market)}
      market={market}
      rows={rows.filter((row) => marketName(marketOf(row, home)) === marketName(market))}
      currencies={currenciesOf(markets)}
      switcher={
        all.length > 1 && (
          <Segmented
            label="The lists of this sheet"
            value={marketName(market)}
            options={all.map((one) => ({
              value: marketName(one),
              label: `${one.venue} ${one.currency} · ${rows.filter((row) => marketName(marketOf(row, home)) === marketName(one)).length}`,
            }))}
            onChange={setChosen}
          />
        )
      }
    />
  )
}

type OneMarketProps = {
  readonly market: OpenMarket
  readonly rows: readonly SheetRow[]
  readonly currencies: readonly string[]
  readonly switcher: React.ReactNode
}

function OneMarket({ market, rows, currencies, switcher }: OneMarketProps) {
  const [form, act] = useReducer(reduceBuilder, market, emptyForm)
  const { facts, failed, retry, isLoading } = useBuilderFacts(form)
  const { instruments } = facts
  // Rows are read again when marks first arrive, and not with every change.
  const marks = useSnapshot(facts.marks, [rows, instruments, facts.marks.size > 0])
  const listing = useMemo(
    () => createListing(instruments.values(), market.currency, (one) => markedBy(marks, one)),
    [instruments, marks, market.currency],
  )
  const lines = useMemo(() => (isLoading ? [] : sheetLines(rows, listing, form, facts)), [isLoading, rows, listing, form, facts])
  const ticketSize = usePanelSize('list-builder-width', ticketPx)
  const refused = useSheet((sheet) => sheet.refused)
  const send = <SendList key={rows.length === 0 ? 'none' : 'some'} {...{ lines, form, facts, act }} />
  const table = (
    <>
      <ListBar title="New list RFQ">
        {switcher}
        <span className={styles['space']} />
        <Pick facts={facts} currencies={currencies} currency={market.currency} />
        <Upload currencies={currencies} />
        <Button disabledReason={rows.length === 0 ? 'The sheet is empty.' : undefined} onClick={() => removeRows(rows)}>
          Clear
        </Button>
      </ListBar>
      <RowEntry rows={rows} currencies={currencies} />
      {refused !== undefined && (
        <p className={styles['problem']} role="alert">
          {refused}
        </p>
      )}
      {failed !== undefined ? (
        <CouldNotLoad what="the instruments" words={failed} retry={retry} />
      ) : isLoading ? (
        <Skeleton lines={6} label="Loading the instruments" />
      ) : rows.length === 0 ? (
        <Empty
          icon={ListTree}
          title="No rows yet"
          text="Paste cells from a sheet above: side, quantity and structure. Each row shows how it was read before anything is sent."
          action={<Button onClick={() => document.getElementById(ENTRY)?.focus()}>Paste or type a row</Button>}
        />
      ) : (
        <SheetTable lines={lines} currencies={currencies} />
      )}
    </>
  )
  if (useIsNarrow())
    return (
      <div className={styles['phone']}>
        {table}
        {send}
      </div>
    )
  return (
    <DeskLayout ticket={send} ticketSize={ticketSize}>
      {table}
    </DeskLayout>
  )
}

const ENTRY = 'sheet-entry'

/** Takes pasted cells at once, and a typed row with Enter. While a row is edited, it replaces that row. */
function RowEntry({ rows, currencies }: Pick<OneMarketProps, 'rows' | 'currencies'>) {
  const edited = useSheet((sheet) => sheet.edited)
  const row = rows.find((one) => one.row === edited)
  const [held, setHeld] = useState<{ readonly of: number | undefined; readonly text: string }>({ of: undefined, text: '' })
  const text = held.of === row?.row ? held.text : row === undefined ? '' : rowText(row)
  const take = () => {
    if (row !== undefined) rewriteRow(row.row, text, currencies)
    else if (text.trim() !== '') addRows(text, currencies)
    setHeld({ of: undefined, text: '' })
  }
  return (
    <div className={styles['entry']}>
      <Input
        id={ENTRY}
        aria-label={row === undefined ? 'Paste or type rows' : `Row ${row.row}`}
        placeholder="Paste cells, or type a row: B 50 25DEC26 95k/105k cs"
        before={row === undefined ? <ListTree size={14} aria-hidden="true" /> : `Row ${row.row}`}
        value={text}
        onChange={(event) => setHeld({ of: row?.row, text: event.target.value })}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          // One cell or one typed line can still be changed before it is added to the list.
          if (row !== undefined || !/[\n\t]/.test(pasted.trim())) return
          event.preventDefault()
          addRows(pasted, currencies)
        }}
        onKeyDown={(event) => {
          if (runKey(event, { enter: take, back: row && (() => editRow(undefined)) })) event.stopPropagation()
        }}
      />
      <Button disabledReason={text.trim() === '' ? 'Type a row first.' : undefined} onClick={take}>
        {row === undefined ? 'Add row' : 'Replace row'}
      </Button>
    </div>
  )
}

function Upload({ currencies }: Pick<OneMarketProps, 'currencies'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<FileUp size={14} />} onClick={() => input.current?.click()}>
        Upload CSV
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label="CSV file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be uploaded again after it has been corrected.
          target.value = ''
          if (file !== undefined) void uploadRows(file, currencies)
        }}
      />
    </>
  )
}

const WEEK_MS = 7 * 86_400_000

/** A named structure with the strikes around the forward, as a row that can be edited. */
function Pick({
  facts,
  currencies,
  currency,
}: {
  readonly facts: BuilderFacts
  readonly currencies: readonly string[]
  readonly currency: string
}) {
  const { instruments, marks, now } = facts
  const pick = (name: string) => {
    const expiries = expiriesOfChain(instruments, marks, now)
    const expiry = (expiries.find(({ at }) => at - now > WEEK_MS) ?? expiries[0])?.at
    const legs = suggestLegs(name, instruments, marks, expiry ?? 0)
    const structure = legs && structureOf(legs, instruments)
    if (structure === undefined) return
    const baseCurrency = structure.legs[0]!.instrument.baseCurrency
    addRows(`B 50 ${printLine({ baseCurrency, structure, quantity: undefined as Quantity | undefined })}`, currencies)
    const added = useSheet.getState().rows.at(-1)
    if (added !== undefined) editRow(added.row)
    document.getElementById(ENTRY)?.focus()
  }
  return (
    <Menu trigger={<Button icon={<Shapes size={14} />}>{`Pick a ${currency} structure`}</Button>}>
      {offered.map((name) => (
        <MenuItem key={name} onSelect={() => pick(name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
