/**
 * The CA certificate that pods trust if no server listens. Its key does not exist, and there is nothing to connect to. It is constant, so
 * that two runs from one seed have the same objects.
 */
export const placeholderAuthority = `-----BEGIN CERTIFICATE-----
MIIBlDCCATmgAwIBAgIQQECbDLa5RVv/sAXGz2e3PjAKBggqhkjOPQQDAjAYMRYw
FAYDVQQDDA1rdWJld3JpZ2h0LWNhMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
MDAwMDAwWjAYMRYwFAYDVQQDDA1rdWJld3JpZ2h0LWNhMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEI61UcJj5H6gLxUMW0Rji2LDzQTrW5+z1HhsMHgZdJba6nHke
26X5xYC6OmgU0AytBcTqaFu5VKwh5Bn0R3CmnaNjMGEwDwYDVR0TAQH/BAUwAwEB
/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFEGULniCiR4U+BrLXo3nOhDvxsyh
MB8GA1UdIwQYMBaAFEGULniCiR4U+BrLXo3nOhDvxsyhMAoGCCqGSM49BAMCA0kA
MEYCIQDkafI8nW3dNUIC1YhyzFiLYTc/+e1qLejiuiTNavKKvgIhAIxBl8X9gnyj
xg7D16Q6AO8JtHk9YQhl6WInfKfeL5wf
-----END CERTIFICATE-----
`
