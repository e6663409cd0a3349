/** Every error that the dashboard can raise. */
import { defineErrors } from '@kubewright/core/errors'

/** The factory of the dashboard's errors, and the documentation of their codes. */
export const dashboardErrors = defineErrors({
  KW_DASHBOARD_PORT: {
    summary: 'The dashboard cannot listen on its port.',
    cause: 'Another program listens there, or this process may not open that port.',
    remedy: 'Choose another port, or 0 for any that is free.',
  },
  KW_DASHBOARD_OPTION: {
    summary: 'An option of the dashboard cannot be used.',
    cause:
      "The host is not a loopback address, there is neither a manager nor a cluster to show, or `access: 'authorized'` has no client " +
      'to review tokens.',
    remedy:
      'Leave `host` out, and reach a dashboard in a pod with `kubectl port-forward`. Pass `manager`, `client` or both.',
  },
  KW_DASHBOARD_PAGE: {
    summary: 'The page of the dashboard cannot be read.',
    cause: 'The package was installed without its folder `page`, or the page could not be built from a clone.',
    remedy:
      'Reinstall the package; in a clone, run `npm run build --workspace dashboard-page`, which prints the error of the build.',
  },
  KW_DASHBOARD_REQUEST: {
    summary: 'A request to the dashboard is not valid.',
    cause:
      'A parameter is missing or malformed, the body is not the JSON object that the action takes, or it is too large.',
    remedy:
      'Send a JSON object with the fields of the action, for example `{ "controller": "websites", "name": "blog" }`.',
  },
  KW_DASHBOARD_NOT_ALLOWED: {
    summary: 'The dashboard is not allowed to do that.',
    cause: 'It is read-only unless it was started with the action in `allow`.',
    remedy: 'Start it with the action: `startDashboard({ allow: ["pause"] })` or `kubewright dashboard --allow pause`.',
  },
  KW_DASHBOARD_METRICS: {
    summary: 'The metrics of a Monitoring cannot be read.',
    cause:
      'InfluxDB does not respond or requires credentials, its address is not a Service of the cluster, or the viewer may not reach that Service through the API server.',
    remedy:
      'Check the condition `Collecting` of the Monitoring. Viewers need `get` on `services/proxy` in the namespace of InfluxDB; a program that reaches InfluxDB itself passes `metrics` to `startDashboard`.',
  },
})
