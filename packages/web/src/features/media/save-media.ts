import type { MediaFile } from '@trackway/core/features/media/calls.ts'
import { saveFile } from '../../base/save-file.ts'
import { readMedia } from './use-media-url.ts'

/** Saves a file as it came; sound that few programs play as WAV. */
export async function saveMedia({ id, isDecoded }: Pick<MediaFile, 'id' | 'isDecoded'>): Promise<void> {
  const { content, fileName } = await readMedia(id, isDecoded ? 'decoded' : 'original')
  saveFile(content, fileName)
}
