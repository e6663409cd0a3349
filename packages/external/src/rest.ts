/** Operations of an API that speaks REST, from a description of its endpoints. */
export type { HttpApiOptions, HttpResponse } from './rest/http-api.ts'
export {
  type RestContext,
  type RestDescription,
  type RestEndpoint,
  type RestOperation,
  restOperations,
} from './rest/rest-operations.ts'
export { fillUrl, type UrlValues } from './rest/url-template.ts'
