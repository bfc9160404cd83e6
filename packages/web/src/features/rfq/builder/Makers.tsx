import { getMakerHistories } from '@parley/client'
import { Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Checkbox, Toggle } from '../../../components/Choice.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { links } from '../../../components/links.ts'
import { Select } from '../../../components/Select.tsx'
import { useAnswer } from '../../../live/loadable.ts'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import type { BuilderFacts, BuilderSummary } from './builder-summary.ts'
import { Groups } from './Groups.tsx'
import { historyText, makerRows, medianText, percentText, type MakerOrder, type MakerRow } from './maker-figures.ts'
import styles from './Makers.module.css'

type MakersProps = {
  readonly form: Pick<BuilderForm, 'isAnonymous' | 'group'>
  readonly summary: Pick<BuilderSummary, 'asked'>
  readonly facts: Pick<BuilderFacts, 'venue' | 'makers' | 'areMakersLoaded'>
  readonly act: (action: BuilderAction) => void
}

const orders: readonly { readonly value: MakerOrder; readonly label: string }[] = [
  { value: 'NAME', label: 'By name' },
  { value: 'RESPONSE', label: 'By response' },
  { value: 'HIT', label: 'By hit rate' },
  { value: 'SPEED', label: 'Fastest first' },
]

const makerHistories = getMakerHistories()

const Counterparties = () => (
  <a href={`${links.dashboard}counterparties/`} target="_blank" rel="opener">
    See your counterparties
  </a>
)

/** The desks to ask, each with its past responses to this desk. */
export function Makers({ form, summary, facts, act }: MakersProps) {
  const past = useAnswer(makerHistories)
  const [order, setOrder] = useState<MakerOrder>('NAME')
  const histories = past.state === 'LOADED' ? past.data : undefined
  const rows = useMemo(() => makerRows(facts.makers, histories ?? [], order), [facts.makers, histories, order])
  const all = facts.makers.map((maker) => maker.desk_name)
  return (
    <>
      <div className={styles['head']}>
        <h4 className={styles['title']}>
          Counterparties <span>{`${summary.asked.length} of ${all.length}`}</span>
        </h4>
        <Toggle checked={form.isAnonymous} onChange={(isOn) => act({ kind: 'anonymitySet', isOn })}>
          Anonymous
        </Toggle>
      </div>
      <div className={styles['choosing']}>
        <Groups
          all={all}
          chosen={summary.asked}
          group={form.group}
          onChoose={(makers, group) => act({ kind: 'makersChosen', makers, group })}
        >
          <div className={styles['order']}>
            <Select aria-label="Sort makers" size="small" value={order} options={orders} onChange={setOrder} />
          </div>
        </Groups>
      </div>
      {facts.areMakersLoaded && all.length === 0 ? (
        <Empty
          icon={Users}
          title={`No makers at ${facts.venue} yet`}
          text="Your administrator can ask desks for approval."
          action={<Counterparties />}
        />
      ) : (
        <>
          <div className={styles['columns']} aria-hidden="true">
            <span>Maker</span>
            <span>Response rate, 30 d</span>
            <span>Hit</span>
            <span>Median</span>
          </div>
          <ul className={styles['makers']} data-order={order}>
            {rows.map((row) => (
              <li key={row.maker.id}>
                <Checkbox
                  checked={summary.asked.includes(row.maker.desk_name)}
                  onChange={() => act({ kind: 'makerToggled', maker: row.maker.desk_name, all })}
                >
                  {row.maker.desk_name}
                </Checkbox>
                {histories !== undefined ? <Figures row={row} /> : past.state === 'FAILED' && <span className={styles['none']}>—</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Figures({ row }: { readonly row: MakerRow }) {
  const words = historyText(row)
  const { maker, history, responseRate, hitRate, medianMs } = row
  return (
    <span role="group" className={styles['figures']} aria-label={`${maker.desk_name}: ${words}`} title={`${maker.firm_name}: ${words}`}>
      {history === undefined ? (
        <span className={styles['none']}>no history</span>
      ) : (
        <>
          <span className={styles['bar']} aria-hidden="true">
            <i style={{ width: percentText(responseRate).replace(' ', '') }} />
          </span>
          <span className={styles['response']}>{percentText(responseRate)}</span>
          <span className={styles['hit']}>{percentText(hitRate)}</span>
          <span className={styles['median']}>{medianText(medianMs)}</span>
        </>
      )}
    </span>
  )
}
