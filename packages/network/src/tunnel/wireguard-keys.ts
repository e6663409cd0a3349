/** WireGuard keys: 32 bytes, in base64. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { networkErrors } from '../errors.ts'
import { keysSecret } from '../names.ts'

/** The PKCS #8 prefix of the 32 bytes of an X25519 private key. */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')
const form = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

export function isWireguardKey(text: string): boolean {
  return form.test(text)
}

/** Generates a private key. */
export function makePrivateKey(): string {
  return lastBytes(generateKeyPairSync('x25519').privateKey.export({ format: 'der', type: 'pkcs8' }))
}

/** Failure: `KW_NETWORK_KEY` if it is not a key. The message never contains it. */
export function publicKeyOf(privateKey: string): string {
  const known = publicKeys.get(privateKey)
  if (known !== undefined) return known
  const publicKey = computePublicKey(privateKey)
  if (publicKeys.size >= fewKeys) publicKeys.clear()
  publicKeys.set(privateKey, publicKey)
  return publicKey
}

/** Memoized: every read of a device returns its private key, and deriving the public one takes a millisecond. */
const publicKeys = new Map<string, string>()
const fewKeys = 16

function computePublicKey(privateKey: string): string {
  return lastBytes(createPublicKey(keyObject(privateKey)).export({ format: 'der', type: 'spki' }))
}

function keyObject(privateKey: string): KeyObject {
  if (!isWireguardKey(privateKey))
    throw networkErrors('KW_NETWORK_KEY', {
      what: 'read a WireGuard private key',
      why: 'it is not 32 bytes in base64',
      next: `Delete the Secret ${keysSecret}: the active gateway makes new keys, which interrupts all tunnels once.`,
    })
  const key = Buffer.concat([privatePrefix, Buffer.from(privateKey, 'base64')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function lastBytes(der: Buffer): string {
  return der.subarray(-32).toString('base64')
}

/** The private keys of a gateway, by public key. Plans hold public keys only. */
export class KeyRing {
  readonly #keys = new Map<string, string>()

  /** Returns the public key. */
  add(privateKey: string): string {
    const publicKey = publicKeyOf(privateKey)
    this.#keys.set(publicKey, privateKey)
    return publicKey
  }

  has(publicKey: string): boolean {
    return this.#keys.has(publicKey)
  }

  /** Failure: `KW_NETWORK_KEY` if it was never added. */
  privateKeyOf(publicKey: string | undefined): string {
    const key = publicKey === undefined ? undefined : this.#keys.get(publicKey)
    if (key !== undefined) return key
    throw networkErrors('KW_NETWORK_KEY', {
      what: `configure WireGuard with the public key ${publicKey ?? '(none)'}`,
      why: 'its private key is not known on this node',
      next: `The next reconcile reads the Secret ${keysSecret} again.`,
    })
  }
}
