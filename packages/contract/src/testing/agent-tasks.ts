/**
 * What people ask of an agent, in their own words, by the tool that does it. Written before the
 * descriptions. It is corrected only where a task is wrong, never to let a description pass.
 */
export const agentTasks: Readonly<Record<string, readonly string[]>> = {
  // core
  list_activity: ["What changed in my projects since yesterday?"],
  list_projects: ["Which projects do I have access to?", "Show me every project my key can see"],
  set_context: [
    "Switch over to the Payments project and work there from now on",
    "Select the project that the next calls should use",
  ],
  get_context: [
    "Which project am I working in right now, and what am I allowed to do there?",
    "Give me the current organization and project",
  ],
  list_toolsets: ["What other groups of tools are available?"],
  enable_toolset: ["Turn on the testing tools for this session"],
  list_specs: ["What API specifications are there in this project?"],
  create_spec: ["Start a new, empty API specification called Orders"],
  list_spec_versions: ["Which versions does the Orders specification have?"],

  // projects
  create_project: ["Make a new project named Payments"],

  // security
  list_security_findings: ["Which critical vulnerabilities did the security scans find?"],
  get_security_finding: ["Show me the proof of this security finding and how to fix it"],
  triage_security_finding: ["Mark this vulnerability as a false positive"],
  triage_security_findings: ["Accept the risk of all low security findings at once"],
  list_security_finding_changes: ["Who changed the status of this security finding, and when?"],
  list_scanners: ["Which weaknesses can the security scans find, and what would they send?"],
  list_scan_profiles: ["Which security scans are set up in this project?"],
  create_scan_profile: ["Set up a nightly security scan of the staging API with two identities"],
  get_scan_profile: ["With which identities does the Nightly security scan sign in?"],
  update_scan_profile: ["Turn off the schedule of the Nightly security scan"],
  delete_scan_profile: ["Delete the scan profile Nightly"],
  run_scan_profile: ["Start the Nightly security scan now"],
  cancel_scan_run: ["Cancel the security scan that is running"],
  retest_security_finding: ["Test again whether this vulnerability is fixed"],
  list_scan_runs: ["When did the last security scans run?"],
  get_scan_run: ["How far is the security scan, and what is its score?"],
  get_scan_run_details: ["What did the last security scan skip and not test?"],

  // docs
  list_docs: ["What documentation sites does this project publish?"],
  create_docs: ["Start a new documentation site called Handbook"],
  search_docs: [
    "Where in our documentation do we explain rate limits?",
    "Look up the docs page that mentions webhooks",
  ],
  get_page: ["Show me the Markdown of the Getting started page"],
  create_page: ["Write a new documentation page about pagination"],
  update_page: ["Fix the typo in the text of the Quickstart documentation page"],
  delete_page: ["Delete the outdated documentation page about cookies"],
  update_docs: ["Rename the documentation Handbook to Manual"],
  delete_docs: ["Delete the whole documentation Handbook with all its versions"],
  get_docs_tree: ["Show me the tree of pages and folders of the documentation"],
  reorder_docs_tree: ["Put the items of the documentation folder Guides in alphabetical order"],
  move_docs_item: ["Move the documentation page Install into the folder Basics"],
  create_docs_folder: ["Add a documentation folder called Tutorials"],
  update_docs_folder: ["Rename the documentation folder Basics to First steps"],
  delete_docs_folder: ["Delete the folder Old guides of the documentation with its pages"],
  create_docs_version: [
    "Start a new draft version of the documentation as a copy of the published one",
  ],
  get_docs_version: ["Who can read version 1.0 of the documentation, and at which address?"],
  update_docs_version: ["Change the visibility of the documentation version to public"],
  publish_docs_version: ["Publish the draft version of the documentation"],
  delete_docs_version: ["Delete the draft version 2.0 of the documentation"],
  attach_api_reference: ["Attach the API reference of the Shop specification to the documentation"],
  update_api_reference: ["Renew the API reference in the documentation to the newest version"],
  remove_api_reference: ["Remove the API reference from the documentation"],
  create_docs_preview: ["Make a preview link of the documentation draft"],

  // endpoints
  create_endpoint: [
    "Add a GET /users/{id} route to the draft",
    "Define a new POST /orders endpoint",
  ],
  update_endpoint: [
    "Change the summary and tags of an endpoint",
    "Rename the operationId of GET /orders",
  ],
  delete_endpoint: ["Remove the endpoint DELETE /legacy from the API"],
  restore_endpoint: [
    "Undo the deletion of an endpoint",
    "Bring back the endpoint I deleted by mistake",
  ],
  get_endpoint: [
    "Show me the full details of an endpoint with its parameters and responses",
    "Look up what the POST /orders endpoint accepts and returns",
  ],
  list_endpoints: [
    "Which endpoints does the API have?",
    "Find endpoints in the project that clash on the same method and path",
  ],
  bulk_update_endpoints: [
    "Delete twenty endpoints in one go",
    "Change the order of many endpoints within a folder at once",
  ],
  move_endpoint_to_folder: ["Put the GET /users endpoint in the Users folder"],
  add_parameter: ["Give GET /orders a new optional query parameter named limit"],
  update_parameter: ["Make the limit parameter required and change its type to integer"],
  delete_parameter: ["Drop the obsolete header parameter X-Trace from the endpoint"],
  add_response: [
    "Document that the endpoint may answer 404",
    "Add a 201 response with a JSON schema",
  ],
  update_response: ["Change the schema and description of the existing 200 response"],
  delete_response: ["Remove the 500 response from the endpoint"],
  set_request_body: [
    "Specify the JSON payload that POST /orders expects",
    "Replace the schema of the request body",
  ],
  delete_request_body: ["The endpoint should not take a request body any more, remove it"],
  manage_response_header: [
    "Add a Location header to the 201 response",
    "Link the header of a response to a shared header component",
  ],
  add_security_scheme: [
    "Require OAuth with the scope orders:read on these endpoints",
    "Protect the endpoint with the apiKey security scheme",
  ],
  remove_endpoint_security_scheme: ["Stop the endpoint from requiring bearer authentication"],

  // specs
  update_spec: ["Rename a specification and change its description"],
  delete_spec: ["Delete the whole Orders specification for good"],
  create_spec_version: ["Start version 2.0.0 as a new draft copied from 1.0.0"],
  update_spec_version: ["Change the title of the draft version"],
  get_version_info: ["Under which server addresses is this API reachable, and who is its contact?"],
  update_version_info: [
    "Add the staging server to the API's servers",
    "Set the licence and the contact of the API",
  ],
  publish_spec_version: ["Release the draft so that nobody can edit it any more"],
  delete_spec_version: ["Throw away the draft version 1.3.0 of the specification"],
  import_spec: [
    "Load this openapi.yaml file into the project",
    "Import a Swagger document as a specification",
  ],
  export_spec: ["Download the API as an OpenAPI 3.0 document"],
  check_export: ["What would be lost if I exported this version as OpenAPI 3.0?"],
  lint_spec_version: ["Check the specification for style problems and rule violations"],
  lint_spec_text: ["Check this OpenAPI document for problems before I save it"],
  save_spec_source: [
    "Save the document that I edited into the draft without losing the changes of others",
  ],
  get_version_tree: [
    "Give me an outline of the whole version: folders, endpoints, tags and components",
  ],
  get_review: [
    "Who approved the changes between version 1.0.0 and 1.1.0, and what did they comment?",
  ],
  add_review_comment: ["Comment on the removed endpoint in the review of version 1.1.0"],
  update_review_comment: ["Mark this review comment as resolved"],
  delete_review_comment: ["Remove my comment from the review"],
  decide_review: ["Approve the changes of version 1.1.0 in its review"],
  compare_spec_versions: [
    "Are there breaking changes between version 1.0.0 and 1.1.0?",
    "Show the differences between two versions of the specification",
  ],
  search_spec: [
    "Find every place in the specification that mentions customerId",
    "Search the API for anything about refunds",
  ],
  update_design_settings: ["Turn a lint rule off for the whole organization"],

  // components
  list_folders: ["Show the folder tree of the version"],
  create_folder: ["Make a new folder named Billing"],
  update_folder: ["Rename the Billing folder to Invoices"],
  move_folder: ["Put the Invoices folder inside the Finance folder"],
  delete_folder: ["Remove the Finance folder but keep the endpoints in it"],
  list_tags: ["Which tags does the version describe?"],
  create_tag: ["Add a tag named Customers with a description"],
  update_tag: ["Rename the tag Customers to Clients on all endpoints"],
  reorder_tags: ["Sort the tags so that Users comes first"],
  list_components: ["Which reusable schemas does the version have?"],
  create_component: [
    "Add a reusable Order schema that endpoints can reference",
    "Define a shared error response component",
  ],
  get_component: ["Show the Order schema and where it is used"],
  update_component: ["Add a field to the Order schema component"],
  delete_component: ["Delete the reusable schema Address that nothing references"],
  create_header_policy: ["Make sure that every exported spec carries the X-Request-Id header"],
  update_header_policy: ["Attach another header to the existing header policy of the project"],
  list_org_header_policies: ["Which header policies apply to the entire organization?"],

  // header-components
  list_header_components: ["What reusable headers exist in this project?"],
  get_header_component: ["Where is the header component X-Rate-Limit used?"],
  manage_header_component: [
    "Define a reusable header X-Request-Id for the project",
    "Mark the project's header component X-Old as deprecated",
  ],
  delete_header_component: ["Remove the reusable header X-Old from the specification"],
  list_org_header_components: ["Show the reusable headers that the whole organization shares"],
  get_org_header_component: ["Read one of the organization's shared header components"],
  manage_org_header_component: [
    "Create a header component that all projects of the organization can use",
    "Delete a shared header component of the organization",
  ],

  // deprecation
  manage_deprecation_plan: [
    "Plan the deprecation of GET /pets with a sunset on 1 March",
    "Cancel the deprecation plan of this endpoint",
  ],
  set_trial_brown_out: ["Turn the deprecated GET /pets off for five minutes to see who complains."],
  preview_deprecation: [
    "Before we deprecate GET /pets: whom would it concern, and how early may it end?",
  ],
  get_deprecation_plan: ["Who still calls the deprecated endpoint GET /pets?"],
  list_drift: ["Which endpoints answer differently in production than their document says?"],
  list_undocumented_calls: [
    "What do clients call that is in none of our published specifications?",
  ],
  list_callers: ["Which programs called which operations last month?"],
  list_consumers: ["Which programs are registered as consumers of our API?"],
  register_consumer: ["Register the mobile app as a consumer with the owner Mobile team"],
  list_webhooks: ["Which webhooks do we have, and does one fail?"],
  create_webhook: ["Create a webhook that sends deprecation events to https://hooks.example.com"],
  list_webhook_deliveries: ["Which deliveries of the webhook failed?"],
  redeliver_webhook: ["Send the failed delivery of the webhook again"],
  list_notices: ["What unread notices do I have?"],
  mark_notices_read: ["Mark all my notices as read"],
  list_deprecations: ["Which endpoints and versions are deprecated in the whole organization?"],
  get_deprecation_policy: ["What does our deprecation policy demand?"],
  update_deprecation_policy: ["Set the deprecation policy to a grace period of 60 days"],
  review_deprecation_plan: ["Approve the deprecation plan that waits for approval"],
  retire_deprecation: ["Retire the deprecated endpoint early, before its sunset"],
  force_advance_deprecation: ["Force the deprecation to its next phase without checks"],
  notify_dependent_owners: [
    "Notify the owners of dependents about the deprecations of this version",
  ],
  set_version_sunset: ["Set a plain sunset date for published version 1.0.0, without a plan"],

  // testing
  list_environments: ["Which test environments are configured?"],
  create_environment: [
    "Set up a staging environment with its base URL and an API token as a secret",
  ],
  update_environment: ["Point the staging environment at another base URL"],
  list_suites: ["What test suites do we have?"],
  create_suite: ["Start a new test suite for the Orders API"],
  delete_suite: ["Delete the smoke test suite with all of its cases"],
  export_suite: ["Save the test suite as a YAML file for git"],
  import_suite: ["Load a test suite from YAML"],
  send_request: [
    "Call GET /books on staging and show me what it answers",
    "Try this curl command against the API",
  ],
  list_sent_requests: ["Which requests did I try earlier?"],
  get_sent_request: ["Show me the answer of the request that I tried before"],
  run_suite: ["Execute the smoke tests against staging", "Run the tests of the Orders suite"],
  cancel_run: ["Stop the test run that is in progress"],
  get_run_status: ["Has the test run finished yet?", "Wait until the run is done"],
  get_run_report: ["Give me the JUnit XML results of the last test run"],
  list_run_results: ["Show the request and response of each failed case of the last run"],
  list_runs: ["Show the history of recent test runs"],
  create_case: ["Add a test that POST /orders answers 201"],
  update_case: ["Change the assertions of a test case"],
  reorder_cases: ["Make the login case run first in the suite"],
};
