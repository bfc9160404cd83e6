import { Inbox, Lock, SearchX, WifiOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CountBadge, DotBadge, HotBadge, StatusBadge, VenueBadge } from '../src/components/Badge.tsx'
import { Button, type ButtonKind } from '../src/components/Button.tsx'
import { BareCheckbox, Checkbox, Toggle } from '../src/components/Choice.tsx'
import { Chip } from '../src/components/Chip.tsx'
import { CouldNotLoad } from '../src/components/CouldNotLoad.tsx'
import { Empty } from '../src/components/Empty.tsx'
import { Flash } from '../src/components/Flash.tsx'
import { HoldButton } from '../src/components/HoldButton.tsx'
import { Input } from '../src/components/Input.tsx'
import { Kbd } from '../src/components/Kbd.tsx'
import { StatusDot } from '../src/components/StatusDot.tsx'
import { NumberField } from '../src/components/NumberField.tsx'
import type { EnteredNumber } from '../src/components/number-text.ts'
import { Segmented } from '../src/components/Segmented.tsx'
import { Select } from '../src/components/Select.tsx'
import { Skeleton } from '../src/components/Skeleton.tsx'
import { MarkedInput } from '../src/features/line/MarkedInput.tsx'
import { ink } from '../src/theme/ink.ts'
import styles from './Components.module.css'

const kinds: readonly ButtonKind[] = ['primary', 'default', 'quiet', 'danger', 'buy', 'sell']
const none = () => undefined
const line = 'sell Dec 90/100 cs 50x foo'
const partsOfLine = [
  { at: 0, text: 'sell', state: 'LATER' },
  { at: 5, text: 'Dec', state: 'SUGGESTED' },
  { at: 9, text: '90/100', state: 'UNDERSTOOD' },
  { at: 16, text: 'cs', state: 'UNDERSTOOD' },
  { at: 19, text: '50x', state: 'UNDERSTOOD' },
  { at: 23, text: 'foo', state: 'UNKNOWN' },
] as const

export function Components() {
  const [price, setPrice] = useState<EnteredNumber>('0.0412')
  const [quantity, setQuantity] = useState<EnteredNumber>('250')
  const [life, setLife] = useState('5 min')
  const [mode, setMode] = useState('Vol')
  return (
    <div className={styles['page']}>
      <Box title="Buttons">
        {kinds.map((kind) => (
          <div key={kind} className={styles['line']}>
            <span className={styles['name']}>{kind}</span>
            <Button kind={kind}>Send</Button>
            <Button kind={kind} isBusy>
              Send
            </Button>
            <Button kind={kind} disabledReason="The RFQ is closed.">
              Send
            </Button>
            <Button kind={kind} size="small">
              Small
            </Button>
            <Button kind={kind} size="large">
              Large
            </Button>
          </div>
        ))}
      </Box>
      <Box title="RFQ line">
        <div className={styles['line']}>
          <MarkedInput aria-label="A line" isFirst={false} text={line} parts={partsOfLine} onText={none} />
        </div>
      </Box>
      <Box title="Inputs">
        <div className={styles['grid']}>
          <NumberField label="Quantity" value={quantity} onChange={setQuantity} step="12.5" hint="min 12.5" />
          <Input label="Text" defaultValue="0.0428" after="+1.3 vol" />
          <Input label="Disabled" disabled value="prop-1" readOnly />
          <NumberField label="Stepper" value={price} onChange={setPrice} step="0.0001" hasButtons />
          <Select label="Select" value={life} onChange={setLife} options={['5 min', '1 min'].map((value) => ({ value, label: value }))} />
          <Input
            label="Refused"
            value="10"
            readOnly
            error="Quantity is below the minimum block of 12.5"
            remedy={{ label: 'Use 12.5', apply: none }}
          />
        </div>
        <div className={styles['line']}>
          <Checkbox checked={false} onChange={none}>
            Off
          </Checkbox>
          <Checkbox checked onChange={none}>
            On
          </Checkbox>
          <BareCheckbox aria-label="Select the row" checked={false} onChange={none} />
          <Toggle checked={false} onChange={none}>
            Off
          </Toggle>
          <Toggle checked onChange={none}>
            On
          </Toggle>
          <Toggle checked size="medium" onChange={none}>
            20 px
          </Toggle>
          <Toggle checked size="large" onChange={none}>
            25 px
          </Toggle>
          <Segmented label="Entry" value={mode} onChange={setMode} options={['Vol', 'Price'].map((value) => ({ value, label: value }))} />
        </div>
      </Box>
      <Box title="Chips, badges, status">
        <div className={styles['line']}>
          <Chip isOn count={8}>
            All
          </Chip>
          <Chip isOn={false} count={4}>
            I quote
          </Chip>
          <VenueBadge venue="DBT" />
          <VenueBadge venue="BYB" />
          <VenueBadge venue="BIT" />
          <CountBadge>3</CountBadge>
          <DotBadge label="News" />
          <HotBadge />
          <Kbd of="newRfq" />
        </div>
        <div className={styles['line']}>
          <StatusBadge tone="plain">Draft</StatusBadge>
          <StatusBadge tone="open">Active</StatusBadge>
          <StatusBadge tone="mine">Filled</StatusBadge>
          <StatusBadge tone="faint">Trd Away</StatusBadge>
          <StatusBadge tone="warn">New</StatusBadge>
          <StatusBadge tone="danger">Refused</StatusBadge>
        </div>
      </Box>
      <HeldAndAged />
      <Box title="Empty, loading, error, offline, no permission">
        <div className={styles['grid']}>
          <Empty
            icon={Inbox}
            title="No RFQs yet"
            text="Ask five makers for a price in one step."
            action={<Button kind="primary">New RFQ</Button>}
          />
          <Skeleton />
          <CouldNotLoad what="the tape" words="The server did not answer in 5 s." retry={() => undefined} />
          <Empty
            icon={WifiOff}
            tone="warn"
            title="Disconnected"
            text="Check network · reconnecting 2/5"
            action={<Button>Try now</Button>}
          />
          <Empty icon={Lock} title="View only" text="Ask your desk administrator." action={<Button>Open the overview</Button>} />
          <Empty
            icon={SearchX}
            title="Nothing matches “175k”"
            text="8 RFQs are hidden by this filter."
            action={<Button>Clear filter</Button>}
          />
        </div>
      </Box>
    </div>
  )
}

/** Hold buttons, status dots, and prices that change and age. */
function HeldAndAged() {
  const [last, setLast] = useState(0.0412)
  return (
    <Box title="Held, lit, changed, aged">
      <div className={styles['line']}>
        <HoldButton of="pullMine" onHeld={none}>
          Hold: cancel all mine
        </HoldButton>
        <HoldButton of="stopMe" kind="danger" onHeld={none}>
          Hold: stop me
        </HoldButton>
        <HoldButton of="pullMine" disabledReason="Nothing of yours rests." onHeld={none}>
          Hold: cancel all mine
        </HoldButton>
      </div>
      <div className={styles['line']}>
        <StatusDot tone="live">Live · 4 ms</StatusDot>
        <StatusDot tone="warn">1.8 s</StatusDot>
        <StatusDot tone="broken">Offline 12 s</StatusDot>
        <StatusDot tone="unknown">Offline</StatusDot>
      </div>
      <div className={styles['line']}>
        <Flash value={last}>{last.toFixed(4)}</Flash>
        <Button size="small" onClick={() => setLast(last + 0.0001)}>
          One tick up
        </Button>
        <Button size="small" onClick={() => setLast(last - 0.0001)}>
          One tick down
        </Button>
        {([undefined, 'ageing', 'old'] as const).map((age) => (
          <span key={age ?? 'fresh'} data-ink={age}>
            <span className={ink.market}>0.0412</span> {age ?? 'fresh'}
          </span>
        ))}
      </div>
    </Box>
  )
}

const Box = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles['box']}>
    <h2 className={styles['title']}>{title}</h2>
    {children}
  </section>
)
