/**
 * What tokens, keys and passwords look like, whoever issued them (OUT-8). A group named `keep…` stays in the text, so
 * that a reader sees what was there. Every repetition is bounded or runs over one class of characters: no text makes
 * a pattern slow.
 */
export const SHAPES: readonly RegExp[] = [
  // Private keys, also with their line breaks escaped; a block that was cut ends with its last line of base64.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{0,12000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[rn]){0,8}[A-Za-z0-9+/=]{16,})*(?:(?:\s|\\[rn]){1,8}[A-Za-z0-9+/=]{1,80})?)/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g,
  // Telegram: `123456:AA…`, also as a path (`/bot123456:AA…/`) and with its colon percent-encoded.
  /(?<!\d)\d{6,14}(?::|%(?:25)*3[aA])[A-Za-z0-9_-]{30,}/g,
  // JSON Web Tokens.
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  // Keys that say themselves whose they are.
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /(?<![A-Za-z0-9])(?:whsec|gsk|hf|r8|xai|pplx|npm|glpat|glptt|gldt|dop_v1|doo_v1|lin_api|shpat|tskey|ntn|secret)[_-][A-Za-z0-9_-]{18,}/g,
  /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  /(?<![A-Za-z0-9])(?:xox[a-z]-|xapp-)[A-Za-z0-9-]{10,}/g,
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{30,}/g,
  /(?<![A-Za-z0-9])(?:ya29\.|GOCSPX-)[A-Za-z0-9_.-]{16,}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  // Headers: everything after the scheme, or after the name where there is no scheme.
  /(?<keep>\b(?:proxy-)?authorization["']?\s{0,8}[:=]\s{0,8}["']?(?:(?:bearer|basic|token|digest|apikey|bot)\s{1,8})?)[^\s"',;\\]{4,}/gi,
  /(?<keep>\bbearer\s{1,8})(?=[^\s"',;\\]{0,200}\d)[A-Za-z0-9._~+/=:-]{12,}/gi,
  /(?<keep>\b(?:set-)?cookie["']?\s{0,8}:\s{0,8}["']?)(?=[^\r\n"']{0,100}=)[^\r\n"']{8,}/gi,
  /(?<keep>\bx-(?:[a-z]{1,20}-){0,4}(?:key|token|secret|signature|auth)["']?\s{0,8}[:=]\s{0,8}["']?)[^\s"',;\\]{4,}/gi,
  // URLs: `user:password@`, a token as the user, and query fields that carry one.
  /(?<keep>\b[a-z][a-z0-9+.-]{1,20}:\/\/)(?:[^\s/?#"'<>@:]{0,200}:[^\s/?#"'<>@]{1,400}|[^\s/?#"'<>@:]{16,400})(?=@)/gi,
  /(?<keep>[?&;](?:[a-z0-9]{1,20}[_-]){0,3}(?:key|apikey|token|secret|sig|signature|password|passwd|pwd|auth|credential)=)[^\s&#"'<>\\]{4,}/gi,
  // Assignments: `OPENAI_API_KEY=…`, `"client_secret": "…"`; in prose only a value that looks random.
  /(?<keep>(?:password|passwd|passphrase|secret|token|(?:api|access|private|secret|account|auth|encryption|signing)[_-]?key)\\{0,4}["']?\s{0,8}(?:=|(?<=["']\s{0,8}):)\s{0,8}\\{0,4}["']?)(?!\[redacted)[^\s"',;&\\]{4,}/gi,
  /(?<keep>(?:password|passwd|passphrase|secret|token|(?:api|access|private|secret|account|auth|encryption|signing)[_ -]?key)\s{0,3}:\s{1,3})(?=[^\s"',;\\]{0,200}\d)[^\s"',;\\]{8,}/gi,
];
