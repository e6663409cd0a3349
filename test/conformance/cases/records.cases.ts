/** Catalogue 1.14: leases and events. */
import {
  check,
  defineSuite,
  edited,
  get,
  inNamespace,
  mergePatch,
  post,
  put,
} from '../../../tools/conformance/steps.ts'

export default defineSuite({
  section: '1.14',
  topic: 'records',
  cases: [
    check(
      'keeps leases',
      'LE-1',
      post(
        inNamespace('leases.coordination.k8s.io/v1'),
        {
          metadata: { name: 'l' },
          spec: {
            holderIdentity: 'a',
            leaseDurationSeconds: 15,
            renewTime: '2001-01-01T00:00:00.000001Z',
            leaseTransitions: 0,
          },
        },
        { saveAs: 'l' },
      ),
      put(
        inNamespace('leases.coordination.k8s.io/v1', 'l'),
        edited('l', { 'spec.holderIdentity': 'b', 'spec.leaseTransitions': 1 }),
      ),
      put(inNamespace('leases.coordination.k8s.io/v1', 'l'), edited('l', { 'spec.holderIdentity': 'c' })),
    ),
    check(
      'judges leases',
      'LE-1',
      post(inNamespace('leases.coordination.k8s.io/v1'), {
        metadata: { name: 'a' },
        spec: { leaseDurationSeconds: 0, leaseTransitions: -1 },
      }),
      post(inNamespace('leases.coordination.k8s.io/v1'), {
        metadata: { name: 'b' },
        spec: { strategy: 'Oldest', preferredHolder: 'x' },
      }),
    ),
    check(
      'judges events',
      'EV-1',
      post(inNamespace('events'), { metadata: { name: 'a' }, involvedObject: { namespace: 'other' } }),
      post(inNamespace('events'), { metadata: { name: 'b' }, involvedObject: { kind: 'Node', name: 'n' } }),
      post('/api/v1/namespaces/default/events?dryRun=All', {
        metadata: { name: '{id}' },
        involvedObject: { kind: 'Node', name: 'n' },
      }),
      post(inNamespace('events.events.k8s.io/v1'), { metadata: { name: 'c' }, regarding: { namespace: '{ns}' } }),
      post(inNamespace('events.events.k8s.io/v1'), {
        metadata: { name: 'd' },
        eventTime: '2001-01-01T00:00:00.000000Z',
        type: 'Odd',
        regarding: { namespace: '{ns}' },
      }),
    ),
    check(
      'shows events in two ways',
      'EV-1',
      post(inNamespace('events'), {
        metadata: { name: 'a' },
        involvedObject: { kind: 'Pod', name: 'p', namespace: '{ns}' },
        reason: 'R',
        message: 'm',
        source: { component: 'c', host: 'h' },
        count: 3,
        firstTimestamp: '2001-01-01T00:00:00Z',
        lastTimestamp: '2001-01-02T00:00:00Z',
        type: 'Warning',
      }),
      get(inNamespace('events.events.k8s.io/v1', 'a')),
      post(inNamespace('events.events.k8s.io/v1'), {
        metadata: { name: 'b' },
        eventTime: '2001-01-01T00:00:00.000000Z',
        reportingController: 'example.dev/c',
        reportingInstance: 'i',
        action: 'A',
        reason: 'R',
        type: 'Normal',
        note: 'n',
        regarding: { namespace: '{ns}' },
      }),
      get(inNamespace('events', 'b')),
      mergePatch(inNamespace('events.events.k8s.io/v1', 'b'), { note: 'other' }),
      mergePatch(inNamespace('events.events.k8s.io/v1', 'b'), {
        series: { count: 5, lastObservedTime: '2001-01-03T00:00:00.000000Z' },
      }),
    ),
  ],
})
