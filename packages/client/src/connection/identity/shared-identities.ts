/**
 * Identities shared by all connections of a process with the same login. Two connections with the same plugin run it once; two with the
 * same refresh token do not invalidate it for each other.
 *
 * Guarantees: connections share only if every detail of the login is the same, and the last holder closes it.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '@kubewright/core'
import { revealed } from '../secret-text.ts'
import type { IdentitySource } from './identity.ts'

interface Share {
  readonly source: IdentitySource
  holders: number
}

/** By clock, since expiry depends on it; then by the fingerprint of the login. */
const shares = new WeakMap<Clock, Map<string, Share>>()

/** The identity for `login`, which may be any plain data with secrets in it. Close it when done. */
export function sharedIdentity(login: unknown, clock: Clock, create: () => IdentitySource): IdentitySource {
  const ofClock = shares.get(clock) ?? new Map<string, Share>()
  shares.set(clock, ofClock)
  const key = fingerprint(login)
  const share = ofClock.get(key) ?? { source: create(), holders: 0 }
  ofClock.set(key, share)
  share.holders++
  let isOpen = true
  return {
    current: (asker) => share.source.current(asker),
    renew: (refused, asker) => share.source.renew(refused, asker),
    async close() {
      if (!isOpen) return
      isOpen = false
      if (--share.holders > 0) return
      ofClock.delete(key)
      await share.source.close()
    },
  }
}

/** Includes secrets, but hashed: map keys end up in heap dumps. */
function fingerprint(login: unknown): string {
  const text = JSON.stringify(login, function reveal(this: unknown, key: string, value: unknown) {
    const raw: unknown = (this as Readonly<Record<string, unknown>>)[key] // before toJSON made it `[redacted]`
    return isSecret(raw) ? revealed(raw) : value
  })
  return createHash('sha256').update(text).digest('base64')
}

function isSecret(value: unknown): value is { reveal(): string } & Parameters<typeof revealed>[0] {
  return typeof value === 'object' && value !== null && 'reveal' in value && typeof value.reveal === 'function'
}
