import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { apiFile } from '../../../base/api.ts'
import { saveFile } from '../../../base/save-file.ts'

/** Hands the receipt of a paid order to the browser. */
export async function saveReceipt(orderNo: string): Promise<void> {
  const { content, fileName } = await apiFile(orderCalls.receipt, { orderNo })
  saveFile(content, fileName)
}
