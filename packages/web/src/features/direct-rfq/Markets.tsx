import { Layers } from 'lucide-react'
import { Empty } from '../../components/Empty.tsx'

export const Markets = () => <Empty icon={Layers} title="No RFQs yet" />
