import type { BuilderStart } from '../../app/screen-state.ts'
import { Hammer } from 'lucide-react'
import { Dialog } from '../../components/Dialog.tsx'
import { Empty } from '../../components/Empty.tsx'

export type RfqBuilderProps = { readonly open: boolean; readonly onClose: () => void; readonly initial?: BuilderStart | undefined }

export const RfqBuilder = ({ open, onClose }: RfqBuilderProps) => (
  <Dialog open={open} onClose={onClose} title="New RFQ" width={620}>
    <Empty icon={Hammer} title="The RFQ builder is being fitted" text="RFQs can be sent by API meanwhile." />
  </Dialog>
)
