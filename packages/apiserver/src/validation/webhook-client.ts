/** Validation of the address of a webhook, for admission and for conversion. */
import type { ServiceReference, WebhookClientConfig } from '@kubewright/kubernetes/admissionregistration/v1'
import type { Unvalidated } from '../object/unvalidated.ts'
import { invalid, required } from '../status/field-error.ts'
import { isBlank, named, type Problems, rangeText } from './problems.ts'

export function* clientProblems({ url, service }: Unvalidated<WebhookClientConfig>, path: string): Problems {
  if ((url === undefined) === (service === undefined)) {
    yield required(path, 'exactly one of url or service is required')
  } else if (url !== undefined) yield* urlProblems(url, `${path}.url`)
  else if (service) yield* serviceProblems(service, `${path}.service`)
}

const urlForm = '; desired format: https://host[/path]'

function* urlProblems(url: string, path: string): Problems {
  const parts = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(url)
  const [, scheme = '', host = '', , query, fragment] = parts ?? []
  if (scheme !== 'https') yield invalid(path, scheme, `'https' is the only allowed URL scheme${urlForm}`)
  if (/^(?:.*@)?$/.test(host)) yield invalid(path, '', `host must be specified${urlForm}`)
  if (host.includes('@')) yield invalid(path, host.split('@')[0], `user information is not permitted in the URL`)
  if (fragment !== undefined) yield invalid(path, fragment, 'fragments are not permitted in the URL')
  if (query !== undefined) yield invalid(path, query, 'query parameters are not permitted in the URL')
}

function* serviceProblems(service: Unvalidated<ServiceReference>, path: string): Problems {
  const { name, namespace, path: rest, port = 443 } = service
  if (isBlank(name)) yield required(`${path}.name`)
  if (isBlank(namespace)) yield required(`${path}.namespace`)
  if (port < 1 || port > 65_535) {
    yield invalid(`${path}.port`, port, `port is not valid: ${rangeText(1, 65_535)}`)
  }
  if (rest !== undefined && rest !== '/') yield* pathProblems(rest, `${path}.path`)
}

function* pathProblems(text: string, path: string): Problems {
  if (text === '') return
  if (text === '//') return yield invalid(path, text, 'segment[0] may not be empty')
  if (!text.startsWith('/')) yield invalid(path, text, "must start with a '/'")
  const steps = text.slice(1).replace(/\/$/, '').split('/')
  for (const [at, step] of steps.entries()) {
    if (step === '') {
      yield invalid(path, text, `segment[${at}] may not be empty`)
      continue
    }
    for (const { body } of named('dns1123Subdomain', step, path)) {
      yield invalid(path, text, `segment[${at}]: ${body.replace(/^Invalid value: "[^"]*": /, '')}`)
    }
  }
}
