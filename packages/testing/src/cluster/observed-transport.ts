/** A transport that records requests in flight in an activity. A stream counts as answered once it has begun. */
import type { Transport, TransportBody, TransportRequest, TransportResponse } from '@kubewright/client/transport'
import type { Activity } from './activity.ts'

export function observedTransport(transport: Transport, activity: Activity): Transport {
  return {
    host: transport.host,
    async send(request) {
      if (!request.streams) activity.noteExchange()
      const underWay = activity.begin(`${request.method} ${request.path}`)
      try {
        const response = await transport.send(request)
        return request.streams ? response : { ...response, body: noted(response.body, request, activity) }
      } finally {
        underWay[Symbol.dispose]()
      }
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

/** Reading the response body is part of the exchange. */
function noted(body: TransportBody, { method, path }: TransportRequest, activity: Activity): TransportResponse['body'] {
  return {
    async text() {
      using _ = activity.begin(`${method} ${path}`)
      return await body.text()
    },
    [Symbol.asyncIterator]: () => body[Symbol.asyncIterator](),
  }
}
