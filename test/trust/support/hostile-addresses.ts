/** Addresses that a platform could hand out or a person paste, and what may come of them. */

/** For `readUrl`: refused whoever names them. */
export const neverAddresses: readonly string[] = [
  '', ' ', '/', '//', '///', 'platform.example', '//platform.example/x', 'https:', 'https:/', 'https://', 'https:///', 'https:platform.example', 'https:/platform.example', 'https:///platform.example',
  'https:\\\\platform.example', 'https:/\\platform.example', 'https:\\/platform.example', 'https://platform.example\\@evil.example', 'https://platform.example\\.evil.example/', 'https://platform.example/\\..\\x',
  'https://@evil.example', 'https://:@evil.example', 'https://user@evil.example', 'https://user:secret@evil.example', 'https://platform.example@evil.example', 'https://platform.example%40evil.example@evil.example', 'https://platform.example:443@evil.example/', 'https://[::1]@evil.example', 'https://a@b@c/',
  'http://platform.example', 'http://platform.example:443', 'HTTP://PLATFORM.EXAMPLE', 'http://127.0.0.1.evil.example', 'http://127.0.0.1.evil.example:80/', 'http://localhost.evil.example', 'http://localhost.', 'http://localhost.:80', 'http://xlocalhost', 'http://evil.example/127.0.0.1', 'http://evil.example#127.0.0.1', 'http://evil.example?localhost',
  'http://128.0.0.1', 'http://126.255.255.255', 'http://0.0.0.0', 'http://0', 'http://10.0.0.1', 'http://169.254.169.254/latest/meta-data', 'http://192.168.0.1', 'http://[::]', 'http://[::2]', 'http://[::ffff:127.0.0.1]', 'http://[fe80::1]', 'http://[::1%25eth0]', 'http://127.0.0.1@evil.example', 'http://127.1@evil.example',
  'ws://127.0.0.1', 'wss://platform.example', 'ftp://127.0.0.1', 'ftp://platform.example', 'file:///etc/passwd', 'file://localhost/etc/passwd', 'javascript:alert(1)', 'javascript://platform.example/%0aalert(1)', 'data:text/html,x', 'blob:https://platform.example/x', 'about:blank', 'chrome://settings', 'app://scriba/', 'mailto:x@y', 'https+unix://x', 'view-source:https://x',
  'ht\ntps://platform.example', 'https://plat\nform.example', 'https://plat\tform.example', 'https://platform.example\n', '\nhttps://platform.example', ' https://platform.example', 'https://platform.example ', 'https://platform .example', 'https://platform.example/a b', 'https://platform.example\u0000.evil.example', 'https://platform.example/\u0000', 'https://platform.example\u00a0',
  'https://%00', 'https://%', 'https://a%2fb', 'https://a%5cb', 'https://a%23b', 'https://[', 'https://[::1', 'https://::1/', 'https://[g::1]', 'https://1.2.3.256', 'https://1.2.3.4.5', 'https://0x100000000', 'https://platform.example:99999', 'https://platform.example:-1', 'https://platform.example:8o', 'https://a<b', 'https://a>b', 'https://a|b', 'https://a^b', 'https://\u00ad',
];

/** For an upload address named by a platform on the internet: well written, and still not to be sent to. */
export const neverGiven: readonly string[] = [
  'https://localhost', 'https://LOCALHOST', 'https://localhost.', 'https://localhost:8443', 'https://x.localhost', 'https://a.b.localhost.', 'https://127.0.0.1', 'https://127.0.0.2', 'https://127.255.255.254', 'https://127.1', 'https://127.0.1', 'https://2130706433', 'https://0x7f000001', 'https://0x7f.1', 'https://0177.0.0.1', 'https://017700000001', 'https://127.0.0.1.',
  'https://0', 'https://0.0.0.0', 'https://0.1.2.3', 'https://0x0', 'https://00000', 'https://[::]', 'https://[::1]', 'https://[0:0:0:0:0:0:0:1]', 'https://[0000::0001]', 'https://[::ffff:127.0.0.1]', 'https://[::ffff:7f00:1]', 'https://[0:0:0:0:0:ffff:127.0.0.2]', 'https://[::ffff:0.0.0.0]', 'https://[::ffff:169.254.169.254]',
  'https://169.254.169.254/latest/meta-data', 'https://169.254.0.1', 'https://2852039166', 'https://0xa9fea9fe', 'https://[fe80::1]', 'https://[febf::1]', 'https://\uff11\uff12\uff17.0.0.1', 'https://\u2460\u2461\u2466.0.0.1', 'https://127\u30020\u30020\u30021', 'https://loc\u00adalhost', 'https://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3', 'https://l\u2070calhost.localhost',
  'https://pl\u0430tform.example', 'https://\u0430pi.example', 'https://xn--80ak6aa92e.com', 'https://\u092d\u093e\u0930\u0924.example', 'https://stra\u00dfe.example', 'https://xn--', 'http://localhost', 'http://127.0.0.1:9', 'http://[::1]/',
];

/** Must go on working, else the refusals above prove nothing. */
export const goodGiven: readonly string[] = [
  'https://platform.example', 'https://platform.example/', 'https://bucket.s3.ap-south-1.amazonaws.com/', 'https://s3.ap-south-1.amazonaws.com/bucket/', 'https://minio.clinic.example:9000/audio/', 'https://UPLOAD.PLATFORM.EXAMPLE/x/', 'https://1.1.1.1/', 'https://[2001:db8::1]/', 'https://platform.example/a%20b/', 'https://platform.example:443/', 'https://localhost.example/', 'https://127.0.0.1.example/', 'https://platform.example/?bucket=x',
];

/** Ids as a platform or a damaged disk could put them into a path. */
export const hostileIds: readonly string[] = [
  '..', '.', '', '../..', '../../../../etc/passwd', '..%2f..%2f', '%2e%2e', '%2e%2e%2f', '%252e%252e', '..;/', '....//', '/', '//', '//evil.example', '/..', '\\', '..\\..', 'a/b', 'a/../b', 'a%2fb', 'a?b=c', 'a#b', 'a&b', 'a=b', '?', '#', '@evil.example', ':80', 'a:b@c', 'http://evil.example/', 'https:evil.example', 'a b', 'a+b', 'a%', '%', '%zz', '%00', '\u0000', 'a\nb', 'a\r\nhost: evil.example', '\t',
  'txn-\u202e', 'txn-\u200b', 'n\u0303', '\u0930\u094b\u0917\u0940', '\ud83e\ude7a', '\ud800', 'a\udc00b', '\ufffd', 'constructor', '__proto__', 'CON', 'nul.txt', '~', '$HOME', '`id`', '$(id)', '*', '"', "'", '<x>', 'x'.repeat(10_000), '\u2025', '\uff0e\uff0e', '\u3002\u3002',
];
