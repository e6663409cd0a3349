/** Assembles a client. */
import { Caller } from './call/caller.ts'
import { InFlightLimit } from './call/in-flight-limit.ts'
import { guardedListeners, type Listeners } from './call/listeners.ts'
import { isSharedRateLimit, RateLimit } from './call/rate-limit.ts'
import { Sender } from './call/sender.ts'
import { Warnings } from './call/warnings.ts'
import type { Client, ClientOptions } from './client.ts'
import { type ClientSettings, clientSettings } from './client-options.ts'
import type { ConnectionInput } from './connection/connection-config.ts'
import { connectionErrors } from './connection/errors.ts'
import { createTransport } from './connection/http-transport.ts'
import { Discovery } from './discovery/discovery.ts'
import { metadataVerbs } from './surface/metadata-verbs.ts'
import { openRaw, type RawAnswer, type RawRequest, type RawStream, sendRaw } from './surface/raw-request.ts'
import { resourceVerbs } from './surface/resource-verbs.ts'
import { scaleVerbs } from './surface/scale-verbs.ts'
import { statusVerbs } from './surface/status-verbs.ts'
import { subresourceVerbs } from './surface/subresource-verbs.ts'
import { waitVerb } from './surface/wait-verb.ts'
import type { Transport } from './transport.ts'
import { describeValue } from './verb/check-options.ts'
import type { VerbContext } from './verb/context.ts'

/**
 * A client for the server of a connection, or on a custom transport. Nothing is opened before the first call.
 *
 * Disposing it ends calls and watches in flight. It also closes the connection if it created it; a transport that was passed in belongs
 * to its creator.
 *
 * Failure: `KW_CLIENT_OPTION` for an invalid option.
 */
export function createClient(connection: ConnectionInput | Transport, options: ClientOptions = {}): Client {
  const settings = clientSettings(options)
  const listeners = guardedListeners(options)
  const isShared = isTransport(connection)
  const transport = isShared ? connection : createTransport(connection, transportOptions(settings, listeners))
  const caller = callerOver(transport, settings, listeners)
  const context: VerbContext = { ...settings, caller, halfOpenAfterMs: transport.halfOpenAfterMs }
  const discovery = new Discovery(caller)
  const verbs = resourceVerbs(context)
  return {
    ...verbs,
    namespace: settings.namespace,
    status: statusVerbs(context),
    scale: scaleVerbs(context),
    metadata: metadataVerbs(context),
    subresource: (resource, name) => subresourceVerbs(context, resource, name),
    discover: (kind, how) => discovery.find(kind, how),
    discoverAll: (how) => discovery.refresh(how),
    waitFor: waitVerb(context, verbs),
    request: requestVerb(context),
    async [Symbol.asyncDispose]() {
      caller.close()
      if (!isShared) await transport[Symbol.asyncDispose]()
    },
  }
}

/** Failure: `KW_CLIENT_CONFIG_INVALID` if it is neither. */
function isTransport(connection: ConnectionInput | Transport): connection is Transport {
  if (typeof connection === 'object' && connection !== null && !('then' in connection)) return 'send' in connection
  throw connectionErrors('KW_CLIENT_CONFIG_INVALID', {
    what: 'create a client',
    why: `${typeof connection === 'object' && connection !== null ? 'a promise' : describeValue(connection)} is not a connection`,
    next: 'Pass what loadConfig() resolves to, `createClient(await loadConfig())`, or { server, token }.',
    details: { field: 'connection' },
  })
}

/** As many connections as requests in flight: more would never be used, fewer would delay requests. */
function transportOptions({ maxInFlight, clock, random }: ClientSettings, { observer }: Listeners) {
  const onLookup = (host: string, seconds: number) => observer?.lookedUp?.({ host, durationMs: seconds * 1_000 })
  return { maxConnections: maxInFlight, clock, random, onLookup }
}

function callerOver(transport: Transport, settings: ClientSettings, { observer, onWarning }: Listeners): Caller {
  const { clock, random, retry, timeoutMs, maxInFlight, rateLimit } = settings
  const sender = new Sender({
    transport,
    clock,
    observer,
    inFlight: new InFlightLimit(maxInFlight),
    rate: rateLimit && (isSharedRateLimit(rateLimit) ? rateLimit : new RateLimit(clock, rateLimit)),
    warnings: onWarning && new Warnings(onWarning),
  })
  return new Caller({ sender, host: transport.host, clock, random, retry, timeoutMs, observer })
}

function requestVerb(context: VerbContext): Client['request'] {
  function request(raw: RawRequest & { readonly streams: true }): Promise<RawStream>
  function request(raw: RawRequest): Promise<RawAnswer>
  function request(raw: RawRequest & { readonly streams?: true }): Promise<RawAnswer | RawStream> {
    return raw?.streams === true ? openRaw(context, raw) : sendRaw(context, raw)
  }
  return request
}
