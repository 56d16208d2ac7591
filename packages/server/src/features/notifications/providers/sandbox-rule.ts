/** Whether SMS and calls may be carried by the sandbox, set at the start from `SANDBOX_PROVIDERS`. */
let isAllowed = process.env.NODE_ENV !== 'production'

export function setSandboxRule(allowed: boolean): void {
  isAllowed = allowed
}

export const mayUseSandbox = (): boolean => isAllowed
