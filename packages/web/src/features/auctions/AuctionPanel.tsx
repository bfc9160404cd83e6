import { useState } from 'react'
import { tabId, Tabs } from '../../components/Tabs.tsx'
import type { AuctionRow } from './auction-rows.ts'
import styles from './AuctionPanel.module.css'
import { useAuctions } from './auction-store.ts'
import { Results } from './Results.tsx'
import { signedBids } from './signatures.ts'
import { SignatureTable } from './SignatureTable.tsx'

type PanelProps = { readonly rows: readonly AuctionRow[]; readonly onChoose: (id: number) => void }
type PanelTab = 'results' | 'signatures'

/** The outcomes of the desk's bids, and its signatures at the contract. Nothing is shown before the desk's first bid. */
export function AuctionPanel({ rows, onChoose }: PanelProps) {
  const [tab, setTab] = useState<PanelTab>('results')
  const bids = useAuctions((held) => held.bids)
  const auctions = useAuctions((held) => held.auctions)
  if (bids.size === 0) return null
  const signed = signedBids(bids.values(), auctions).length
  return (
    <section className={styles['panel']} aria-label="Results and signatures">
      <Tabs<PanelTab>
        label="Results and signatures"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'results', label: 'Results' },
          { id: 'signatures', label: 'Signatures', count: signed },
        ]}
      />
      <div className={styles['body']} role="tabpanel" aria-labelledby={tabId(tab)}>
        {tab === 'results' ? <Results rows={rows} onChoose={onChoose} /> : <SignatureTable onChoose={onChoose} />}
      </div>
    </section>
  )
}
