import type { Handler } from '../../platform/serve.ts'

export const deviceHandlers: Handler[] = []
