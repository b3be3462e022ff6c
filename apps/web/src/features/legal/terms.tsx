import type { LegalText } from './legal-text.ts';

export const terms: LegalText = {
  title: 'Terms and Conditions',
  since: 'Effective date 02/02/2025',
  summary:
    'You bring your own provider and pay it for what you use. What you write stays yours. Be lawful and fair to others, check what an AI tells you, and keep your password and keys to yourself.',
  sections: [
    {
      id: 'service',
      title: 'What this is',
      body: (
        <>
          <p>
            Polylogue is software for talking to AI models, and for knowing other people who do. You connect
            chat providers with API tokens of your own (also called API keys), store chat messages and manage
            uploaded files, on a pay-per-use basis. Your conversations are kept in your browser and, while you
            are signed in, in your account on this server as well. A temporary conversation is stored nowhere.
          </p>
          <p>
            These terms are an agreement between you and the person or organisation that runs the server you
            are using, called the <em>operator</em> here. Anyone may run Polylogue; its authors are not a
            party to this agreement. By creating an account or using the service, you accept these terms.
          </p>
        </>
      ),
    },
    {
      id: 'account',
      title: 'Your account',
      body: (
        <ul>
          <li>Give an email address that is yours. It is the way back in when you forget your password.</li>
          <li>An account is for one person. You are responsible for what is done with it.</li>
          <li>
            Keep your password and the devices you are signed in on safe, and change the password when you
            think someone else knows it. That ends the sign-in on every other device.
          </li>
          <li>You must be old enough, where you live, to agree to terms like these by yourself.</li>
        </ul>
      ),
    },
    {
      id: 'providers',
      title: 'Providers and your API tokens',
      body: (
        <>
          <p>
            An AI model answers you from a provider you choose, such as OpenAI, Google, Anthropic, DeepSeek or
            xAI, or from another address you enter. Your browser calls the provider directly, with your API
            token. The token is stored in your browser and is not sent to this server.
          </p>
          <ul>
            <li>Use only tokens you are entitled to use.</li>
            <li>
              Your agreement with the provider applies to what you send and to what it answers. Neither the
              operator nor the software speaks for the provider.
            </li>
            <li>
              Anyone who can use your browser profile can use the tokens in it. Remove them, or sign out,
              before you leave a shared computer.
            </li>
          </ul>
        </>
      ),
    },
    {
      id: 'pay-per-use',
      title: 'Pay-per-use',
      body: (
        <>
          <p>
            Use is paid for as it happens. Your provider counts the tokens of text you send and receive and
            charges your account there, at its own prices. A long conversation costs more with every message,
            because all of it is sent again with each question. A reply that you stop, or that breaks off, may
            be charged all the same.
          </p>
          <p>
            The operator sees no part of that bill, cannot refund it, and is not liable for it. Set a spending
            limit at your provider. If the operator charges for the use of this server, nothing is charged
            before you have seen the amount and agreed to it.
          </p>
        </>
      ),
    },
    {
      id: 'content',
      title: 'Your messages and files',
      body: (
        <>
          <p>
            What you write and upload stays yours, and so does, as far as the law and the provider allow, what
            a model replies to you. You allow the operator to store and transmit it, only as needed to show it
            to you and to the people you share it with.
          </p>
          <ul>
            <li>Upload and send only what you are allowed to. You are responsible for it.</li>
            <li>
              A file has an address that cannot be guessed. Anyone who has that address can open the file,
              until it is deleted. A file uploaded without an account is deleted after 24 hours.
            </li>
            <li>Keep copies of what matters to you. Nothing here is a backup service.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'conduct',
      title: 'What is not allowed',
      body: (
        <ul>
          <li>Breaking the law, or the rules of the provider whose model you use.</li>
          <li>Harassing, threatening or deceiving people, or posing as someone else.</li>
          <li>Storing or spreading material that is unlawful, or malicious software.</li>
          <li>
            Breaking into the accounts, tokens, messages or files of others, getting around limits, or
            overloading the server so that others cannot use it.
          </li>
        </ul>
      ),
    },
    {
      id: 'answers',
      title: 'What a model says',
      body: (
        <p>
          Replies are made by machines. They can be wrong, incomplete or offensive while sounding certain.
          They are not medical, legal, financial or other professional advice. Check anything you are going to
          rely on.
        </p>
      ),
    },
    {
      id: 'warranty',
      title: 'No warranty, and who is liable',
      body: (
        <>
          <p>
            The service is provided “as is” and “as available”. The operator may change it, limit it or take
            it down, and does not promise that it is free of faults or always there.
          </p>
          <p>
            As far as the law allows, the operator and the authors of the software are not liable for losses
            that come from using the service or from being unable to use it, including what a provider charges
            you and what a model says. Nothing here takes away rights the law does not let you give up.
          </p>
        </>
      ),
    },
    {
      id: 'ending',
      title: 'Ending it',
      body: (
        <p>
          You may stop at any time: sign out, which clears everything Polylogue keeps in the browser, and
          delete your account in your settings, which cannot be undone. The operator may limit or suspend an
          account that breaks these terms.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      body: (
        <p>
          When these terms change, the date above changes with them. If you go on using the service after
          that, the new terms apply. If a part of them turns out to be invalid, the rest stays in force.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions go to the operator, the person or organisation that runs this server, at the address where
          you found it, or the person who invited you to it.
        </p>
      ),
    },
  ],
};
